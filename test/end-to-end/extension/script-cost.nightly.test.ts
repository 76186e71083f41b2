import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBrowser } from '../../../crawler/probe/browser/find-browser.ts'
import { noBrowser } from '../../extension/extension-browser.ts'
import { measureLoads } from './measured-loads.ts'
import { scriptTimeMs } from './script-time.ts'

test('script time is the length of the union of what our scripts did', () => {
  const event = (name: string, tts: number, tdur: number, url: string) => ({
    name,
    ph: 'X',
    tts,
    tdur,
    args: { data: { url } },
  })
  const events = [
    event('EvaluateScript', 1_000, 500, 'ours'),
    event('v8.run', 1_100, 300, 'ours'),
    event('FunctionCall', 5_000, 250, 'ours'),
    event('FunctionCall', 5_100, 400, 'ours'),
    event('FunctionCall', 9_000, 800, 'theirs'),
    event('Layout', 1_000, 9_000, 'ours'),
  ]
  assert.equal(
    scriptTimeMs(events, (url) => url === 'ours'),
    1,
  )
})

// How much that is depends on the machine, so that no test holds a time.
test('a page that it collects on costs script time, another page nothing at all', {
  skip: noBrowser,
}, async () => {
  const { allowedMs, otherMs } = await measureLoads({
    executablePath: findBrowser() ?? '',
    ...{ loads: 1, parts: 50 },
  })
  assert.ok(
    allowedMs.every((ms) => ms > 0),
    'its script was seen in the trace',
  )
  assert.deepEqual(otherMs, [0])
})

test('the script time of a page that only the badge’s script runs on is seen too', {
  skip: noBrowser,
}, async () => {
  const { allowedMs } = await measureLoads({
    executablePath: findBrowser() ?? '',
    ...{ loads: 1, parts: 50, script: 'badge.js' },
  })
  assert.ok(
    allowedMs.every((ms) => ms > 0),
    'its script was seen in the trace',
  )
})
