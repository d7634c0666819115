/* source_test.h - sources for the tests of the parser. */
#ifndef SCENARIO_SOURCE_TEST_H
#define SCENARIO_SOURCE_TEST_H

#define HEAD    "title \"t\"\nrules A-1\n" /* statements begin on line 3 */
#define NODE    HEAD "layer node\n"        /* statements begin on line 4 */
#define BROWSER HEAD "layer browser\n"
#endif
