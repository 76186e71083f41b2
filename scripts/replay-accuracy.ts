/**
 * Records the hard pages of the sandbox behind a link, replays them behind the same, and judges how faithful that is.
 * Every part that is done is skipped the next time: docs/results/replay.md says what it takes.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { accuracyOf } from '../bench/replay/accuracy-of-page.ts'
import {
  type AccuracyFolder,
  probeInto,
  recordHardPages,
  recordingOf,
  replayInto,
} from '../bench/replay/accuracy-steps.ts'
import { judgeAccuracy } from '../bench/replay/accuracy-summary.ts'
import { type AccuracyResult, accuracyText } from '../bench/replay/accuracy-text.ts'
import { liveLoads, replayedLoads } from '../bench/replay/measured-loads.ts'
import {
  PLANTED_ARMS,
  PLANTED_LINKS,
  PLANTED_PAGES,
  type PlantedPair,
  plantedPairs,
} from '../bench/replay/planted-pairs.ts'
import { openBodyLab, type SameBodies } from '../bench/replay/same-bodies.ts'
import { replayedWaits, type WaitsByExchange } from '../bench/replay/whole-waits.ts'
import { VERSION } from '../cli/options/version.ts'
import { cacheFolder } from '../crawler/process/cache-folder.ts'
import { parseLink } from '../lab/link/condition/parse.ts'
import { HARD_PAGES } from '../lab/sandbox/hard/hard-pages.ts'
import { verifyRecording } from '../record/folder/verify-recording.ts'

const PARTS = ['record', 'bodies', 'hits', 'times', 'planted'] as const
type Part = (typeof PARTS)[number]

const list = (text: string): string[] => text.split(',').filter((each) => each !== '')
const command = new Command('replay-accuracy')
  .requiredOption(
    '--out <folder>',
    'recordings, databases and results; what is there already is not made again',
  )
  .option('--pages <domains>', 'comma separated (default: all hard pages)', list)
  .addOption(
    new Option('--parts <names>', `comma separated, of: ${PARTS.join(',')}`)
      .argParser(list)
      .default([...PARTS]),
  )
  .option('--link <condition>', 'of recording and replay', 'rtt=40ms,down=20,up=10')
  .option('--loads <n>', 'recorded loads of each page', Number, 9)
  .option(
    '--rounds <n>',
    'of each of the two replays for times, and of each planted pair: a multiple of the loads for times, --loads less one',
    Number,
    8,
  )
  .parse()
const options = command.opts<{
  out: string
  pages?: string[]
  parts: Part[]
  link: string
  loads: number
  rounds: number
}>()
const unknown = options.parts.find((part) => !PARTS.includes(part))
if (unknown !== undefined) command.error(`there is no part '${unknown}'`)
if (options.loads > 2 && options.rounds % (options.loads - 1) !== 0)
  console.error(
    `${options.rounds} rounds give ${options.loads - 1} recorded loads unequally often: a multiple would be fair`,
  )

const resultFile = join(options.out, 'results.json')
const folder: AccuracyFolder = { path: options.out, cacheDir: cacheFolder() }
const pages = options.pages ?? HARD_PAGES.map(({ domain }) => domain)
const { signal } = interruptible()

await measure()

async function measure(): Promise<void> {
  await mkdir(options.out, { recursive: true })
  const { link, loads, rounds } = options
  const startedAt = new Date().toISOString()
  const wants = (part: Part): boolean => options.parts.includes(part)
  if (wants('record')) await recordHardPages(folder, pages, { link, loads }, signal)
  if (wants('bodies')) for (const page of pages) await once(`bodies-${page}`, () => compare(page))
  const replay = (name: string, arms: string, count: number, seed: number) =>
    once(name, () => replayInto(folder, `${name}.sqlite`, pages, { arms, rounds: count, seed }, signal))
  if (wants('hits')) await replay('hits', 'h1,h2,h3', 1, 1)
  if (wants('times')) {
    await replay('first', 'recorded', rounds, 2)
    await replay('second', 'recorded', rounds, 3)
  }
  if (wants('planted')) await plant(rounds)
  const result: AccuracyResult = {
    ...{ startedAt, towline: VERSION, machine: machine(), link, loads, rounds },
    pages: await Promise.all(pages.map(pageResult)),
    planted: await planted(),
  }
  await writeFile(resultFile, `${JSON.stringify(result, null, 2)}\n`)
  console.log(accuracyText(result))
  if (judgeAccuracy(result.pages, result.planted).some(({ holds }) => holds === false)) process.exitCode = 1
}

/** Does a part, unless a file says that it is done. */
async function once(name: string, step: () => Promise<unknown>): Promise<void> {
  const done = doneFile(name)
  if (existsSync(done)) return
  const startedMs = performance.now()
  const result = (await step()) ?? null
  await mkdir(join(options.out, 'done'), { recursive: true })
  await writeFile(done, JSON.stringify(result))
  console.error(`${name}: ${Math.round((performance.now() - startedMs) / 1_000)} s`)
}

function doneFile(name: string): string {
  return join(options.out, 'done', `${name}.json`)
}

async function compare(page: string): Promise<SameBodies> {
  const recording = recordingOf(folder, page)
  const link = parseLink(options.link)
  await using lab = await openBodyLab([recording], { link, cacheDir: folder.cacheDir, signal })
  return await lab.sameBodies(recording)
}

async function plant(rounds: number): Promise<void> {
  const own = PLANTED_PAGES.filter((page) => pages.includes(page))
  for (const [index, link] of PLANTED_LINKS.entries()) {
    await once(`planted-live-${index}`, () =>
      probeInto(folder, `planted-live-${index}.sqlite`, own, { arms: PLANTED_ARMS, link, rounds }, signal),
    )
    await once(`planted-replay-${index}`, () =>
      replayInto(
        folder,
        `planted-replay-${index}.sqlite`,
        own,
        { arms: PLANTED_ARMS, rounds, seed: 4, links: [link] },
        signal,
      ),
    )
  }
}

async function planted(): Promise<PlantedPair[]> {
  const pairs: PlantedPair[] = []
  for (const [index, link] of PLANTED_LINKS.entries()) {
    if (!existsSync(doneFile(`planted-replay-${index}`))) continue
    const live = await liveLoads(options.out, `planted-live-${index}.sqlite`)
    const replayed = await replayedLoads(options.out, `planted-replay-${index}.sqlite`)
    pairs.push(...plantedPairs(link, live, replayed))
  }
  return pairs
}

async function pageResult(page: string) {
  const loadsOf = async (name: string) =>
    existsSync(doneFile(name)) ? await replayedLoads(options.out, `${name}.sqlite`) : []
  const bodies = existsSync(doneFile(`bodies-${page}`))
    ? (JSON.parse(await readFile(doneFile(`bodies-${page}`), 'utf8')) as SameBodies)
    : null
  return accuracyOf(page, await verifyRecording(recordingOf(folder, page)), {
    fidelity: await loadsOf('hits'),
    first: await loadsOf('first'),
    second: await loadsOf('second'),
    bodies,
    waits: await waitsOf(page),
  })
}

/** Of both replays for times, as far as they are done. */
async function waitsOf(page: string): Promise<WaitsByExchange> {
  const waits = new Map<number, number[]>()
  for (const name of ['first', 'second'].filter((each) => existsSync(doneFile(each)))) {
    const own = (await replayedWaits(options.out, `${name}.sqlite`)).get(page) ?? new Map<number, number[]>()
    for (const [exchange, values] of own) waits.set(exchange, [...(waits.get(exchange) ?? []), ...values])
  }
  return waits
}

function machine(): string {
  const all = cpus()
  return `${all.length} × ${all[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`
}

function interruptible(): AbortController {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  return controller
}
