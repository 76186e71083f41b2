import { writeFile } from 'node:fs/promises'
import { Command, Option } from 'commander'
import puppeteer, { type Browser } from 'puppeteer'
import { RECORDED } from '../../cli/demo/recorded.ts'
import { CliError, EXIT } from '../../cli/exit/exit-codes.ts'
import { untilInterrupted } from '../../cli/exit/interrupt.ts'
import { wholeNumber } from '../../cli/options/arguments.ts'
import { findBrowser } from '../../crawler/probe/browser/find-browser.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { findProgram, pathWith } from '../harness/find-program.ts'
import { measuredOn } from '../harness/machine.ts'
import { printProgress } from '../harness/progress.ts'
import { type FirstView, firstView } from './first-view.ts'
import { PRESETS, type Preset, runLighthouse, type Scores } from './lighthouse.ts'
import { type PageFigures, webReport } from './report.ts'
import { largestSite, serveData } from './serve-data.ts'

interface BenchOptions {
  readonly runs: number
  readonly database: string
  readonly peers?: string
  readonly json?: string
}

/** `bench-web`: how soon the dashboard can be used, how much it weighs, and what Lighthouse says of it. */
export function benchWebCommand(): Command {
  return new Command('bench-web')
    .description(
      'Measures first views of the dashboard, and has Lighthouse judge them where it is to be found.',
    )
    .addOption(new Option('--runs <n>', 'runs of each kind').argParser(wholeNumber(1, 100)).default(3))
    .option('--database <file>', 'SQLite file to show; a copy is served', RECORDED)
    .option('--peers <folder>', 'where npm has installed Lighthouse: looked into before the PATH')
    .option('--json <file>', 'also write every run to this file')
    .action(bench)
}

async function bench({ runs, database, peers, json }: BenchOptions): Promise<void> {
  const chromium = findBrowser()
  if (chromium === null) throw new CliError(EXIT.unavailable, 'there is no browser to measure with')
  const lighthouse = lighthouseIn(peers)
  if (lighthouse === null) printProgress('Lighthouse is left out: not found in --peers or on the PATH')
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  await using cleanup = new AsyncDisposableStack()
  const { path: folder } = cleanup.use(await benchFolder())
  const { address } = cleanup.use(await serveData(database))
  const measuredMachine = measuredOn(printProgress)
  const pages: PageFigures[] = []
  for (const [name, path] of [
    ['overview', '/'],
    ['site', `/sites/${await largestSite(address)}`],
  ] as const) {
    const url = address + path
    const views = await viewsOf(chromium, url, runs, signal)
    const scores: Partial<Record<Preset, Scores[]>> = {}
    for (const preset of lighthouse === null ? [] : PRESETS) {
      const presetScores: Scores[] = []
      for (let run = 0; run < runs; run += 1) {
        // A program of this name was found, or there would be no preset.
        presetScores.push(
          await runLighthouse({ lighthouse: lighthouse ?? '', chromium, url, preset, folder, signal }),
        )
        printProgress(
          `${name}, ${preset}, run ${run + 1} of ${runs}: performance ${presetScores.at(-1)?.performance}`,
        )
      }
      scores[preset] = presetScores
    }
    pages.push({ name, path, views, scores })
  }
  console.log(
    `${measuredMachine.cores} cores, ${measuredMachine.cpuModel}, node ${measuredMachine.node}\n${webReport(pages)}`,
  )
  if (json !== undefined)
    await writeFile(json, `${JSON.stringify({ machine: measuredMachine, pages }, null, 2)}\n`)
}

function lighthouseIn(peers: string | undefined): string | null {
  return findProgram('lighthouse', pathWith(peers))
}

/** First views, one after the other; one before them does not count, for a new browser has yet to warm up. */
async function viewsOf(
  chromium: string,
  url: string,
  runs: number,
  signal: AbortSignal,
): Promise<FirstView[]> {
  const browser: Browser = await puppeteer.launch({
    executablePath: chromium,
    signal,
    args: ['--no-proxy-server', ...(process.geteuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  try {
    await firstView(browser, url)
    const views: FirstView[] = []
    for (let run = 0; run < runs; run += 1) views.push(await firstView(browser, url))
    return views
  } finally {
    await browser.close()
  }
}
