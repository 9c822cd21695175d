// Starts the longest test first. On a fresh clone Jest knows no durations and goes by the size of files, so the one test
// that takes a minute would begin last, and the other workers would wait for it.
import { createRequire } from 'node:module';

const Sequencer = createRequire(import.meta.url)('@jest/test-sequencer').default;

/** The file that takes the longest. */
const LONGEST = /\/test\/model\//;

export default class LongestFirst extends Sequencer {
  /** Returns Jest's order, with the longest file before all others. */
  sort(tests) {
    const sorted = super.sort(tests);
    const isLongest = ({ path }) => LONGEST.test(path);
    return [...sorted.filter(isLongest), ...sorted.filter((each) => !isLongest(each))];
  }
}
