import { join } from 'node:path'
import { armSwitches } from '../../crawler/probe/browser/arm-switches.ts'
import { chromeHarCapturer } from './chrome-har-capturer.ts'
import { PROTOCOL_OF, type ProbeContender, type ProbeJob } from './contender.ts'
import { harSamples } from './har-samples.ts'
import { towline } from './towline.ts'

/** browsertime with these flags: a new browser for each load, driven through chromedriver. */
function browsertime(name: string, about: string, flags: readonly string[]): ProbeContender {
  return {
    name,
    about,
    programs: ['browsertime', 'chromedriver'],
    pauseMs: 0,
    argv(job, [program = '', chromedriver = '']) {
      const switches = ['--no-sandbox', ...armSwitches(job.arm, { forced: [job.host], privateRoot: [] })]
      return [
        program,
        '--browser',
        'chrome',
        '--headless',
        '--iterations',
        String(job.samples),
        '--resultDir',
        resultFolder(job),
        '--chrome.binaryPath',
        job.chromium,
        '--chrome.chromedriverPath',
        chromedriver,
        // It puts the two hyphens before them itself.
        ...switches.map((each) => `--chrome.args=${each.replace(/^--/, '')}`),
        ...flags,
        job.url,
      ]
    },
    read: (job) => harSamples(join(resultFolder(job), 'browsertime.har'), PROTOCOL_OF[job.arm]),
  }
}

const resultFolder = ({ folder }: ProbeJob): string => join(folder, 'browsertime')

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
