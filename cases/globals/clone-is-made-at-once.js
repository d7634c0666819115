// title "a structured clone is made within the call, and what is transferred is gone after it"
// rules GLOBAL-8
// layer node

// From Node 17 on.
if (global.structuredClone) {
  const value = { number: 1, buffer: new ArrayBuffer(8) };
  const clone = structuredClone(value, { transfer: [value.buffer] });
  value.number = 2;
  log('number', clone.number);
  log('there', clone.buffer.byteLength);
  log('gone', value.buffer.byteLength);
}
