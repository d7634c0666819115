// title "each of several objects that are registered is finalized once, in both ways if it was registered for both"
// rules LIFE-32
// layer node

// From Node 22.5 on.
const { finalization } = process;
if (finalization) {
  const objects = [{}, {}, {}];
  const tell = (object, event) => log(event, objects.indexOf(object));
  for (const object of objects) finalization.register(object, tell);
  for (const object of objects.slice(1)) finalization.registerBeforeExit(object, tell);
  // It is taken back from both.
  finalization.unregister(objects[1]);
  global.kept = objects;
}
