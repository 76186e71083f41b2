import { join } from 'node:path'
import { armSwitches } from '../../crawler/probe/browser/arm-switches.ts'
import { type Contender, PROTOCOL_OF, type RunPlace } from './contender.ts'
import { harSamples } from './har-samples.ts'

/** browsertime with these flags: a new browser for each load, driven through chromedriver. */
export function browsertime(name: string, about: string, flags: readonly string[]): Contender {
  return {
    name,
    about,
    programs: ['browsertime', 'chromedriver'],
    pauseMs: 0,
    argv(place, [program = '', chromedriver = '']) {
      const switches = ['--no-sandbox', ...armSwitches(place.arm, { forced: [place.host], privateRoot: [] })]
      return [
        program,
        '--browser',
        'chrome',
        '--headless',
        '--iterations',
        String(place.samples),
        '--resultDir',
        resultFolder(place),
        '--chrome.binaryPath',
        place.chromium,
        '--chrome.chromedriverPath',
        chromedriver,
        // It puts the two hyphens before them itself.
        ...switches.map((each) => `--chrome.args=${each.replace(/^--/, '')}`),
        ...flags,
        place.url,
      ]
    },
    read: (place) => harSamples(join(resultFolder(place), 'browsertime.har'), PROTOCOL_OF[place.arm]),
  }
}

const resultFolder = ({ folder }: RunPlace): string => join(folder, 'browsertime')
