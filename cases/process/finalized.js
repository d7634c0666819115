// title "what is registered to be finalized is, when the process exits or before it would, unless it was taken back"
// rules LIFE-32
// layer node

// From Node 22.5 on.
const { finalization } = process;
if (finalization) {
  const [first, second, third] = [{}, {}, {}];
  finalization.register(first, (object, event) => log(event, Number(object === first)));
  finalization.registerBeforeExit(second, (object, event) => log(event, Number(object === second)));
  finalization.register(third, () => log('other'));
  finalization.unregister(third);
  setTimeout(() => log('work'), 1);
  global.kept = [first, second, third];
}
