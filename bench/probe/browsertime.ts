import { join } from 'node:path'
import { armSwitches } from '../../crawler/probe/browser/arm-switches.ts'
import { PROTOCOL_OF, type ProbeContender, type ProbeJob } from './contender.ts'
import { harSamples } from './har-samples.ts'

/** browsertime with these flags: a new browser for each load, driven through chromedriver. */
export function browsertime(name: string, about: string, flags: readonly string[]): ProbeContender {
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
