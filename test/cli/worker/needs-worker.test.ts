import assert from 'node:assert/strict'
import { test } from 'node:test'
import { argvAfterCrash, needsWorker } from '../../../cli/worker/needs-worker.ts'

test('what visits servers runs in workers, but for help, and for a sandbox, which is opened first', () => {
  const cases: [string[], boolean][] = [
    [['crawl', '--top', '10'], true],
    [['probe', '--sites', 'a.test'], true],
    [['check', 'a.test'], true],
    [['worker', '--vantage', 'here'], true],
    [['check', 'a.test', '--sandbox'], false],
    [['crawl', '--help'], false],
    [['survey', 'show'], false],
    [['lab', 'run', 'quick'], false],
    [[], false],
  ]
  for (const [argv, expected] of cases) assert.equal(needsWorker(argv), expected, argv.join(' '))
})

test('what takes a crashed worker’s place continues where it can, and begins anew elsewhere', () => {
  const cases: [string, string][] = [
    ['crawl --top 10', 'crawl --top 10 --resume'],
    ['crawl --resume', 'crawl --resume'],
    ['worker --vantage here', 'worker --vantage here'],
  ]
  for (const [argv, expected] of cases) assert.equal(argvAfterCrash(argv.split(' ')).join(' '), expected)
})
