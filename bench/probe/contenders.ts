import { browsertime } from './browsertime.ts'
import { chromeHarCapturer } from './chrome-har-capturer.ts'
import type { ProbeContender } from './contender.ts'
import { towline } from './towline.ts'

/** Its shortest waits: each is the least that it takes for what its default waits for by the clock. */
const SHORTEST_WAITS = [
  '--pageCompleteCheckStartWait',
  '200',
  '--pageCompleteCheckPollTimeout',
  '100',
  '--pageCompleteWaitTime',
  '200',
  '--timeToSettle',
  '0',
  '--delay',
  '0',
]

/** All contenders, in the order of the tables. The targets are in targets.ts. */
export const PROBE_CONTENDERS: readonly ProbeContender[] = [
  towline('towline', 'HAR, timings, connections and metrics of each load in SQLite', ['--no-capture']),
  towline('towline-packets', 'the same with packets captured and dissected', []),
  browsertime('browsertime', 'with its defaults: HAR, timings, statistics in JSON', []),
  browsertime('browsertime-tuned', 'the same with its shortest waits', SHORTEST_WAITS),
  chromeHarCapturer,
]
