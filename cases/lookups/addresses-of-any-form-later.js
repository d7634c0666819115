// title "a lookup of what is an address already calls back later, whatever form it is to answer in"
// rules LOOKUP-1
// layer node

const dns = require('dns');

const forms = { plain: [], family: [4], options: [{ family: 4 }], all: [{ all: true }], 'all-of-a-family': [{ all: true, family: 4 }], hints: [{ hints: 0 }] };
for (const form of Object.keys(forms)) {
  let returned = 0;
  dns.lookup('127.0.0.1', ...forms[form], (error, answer) => {
    const [{ address }] = Array.isArray(answer) ? answer : [{ address: answer }];
    log(form, returned * 10 + Number(error === null && address === '127.0.0.1'));
  });
  returned = 1;
}
let returned = 0;
dns.lookup('::1', { all: true }, (error, answer) => log('other-family', returned * 10 + answer.length));
returned = 1;
log('after');
