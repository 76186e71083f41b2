import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import type { AdviceDocument } from '../../advise/advice-document.ts'
import { assertionSentence } from '../../advise/advice-words.ts'
import { NETWORKS } from '../../advise/networks.ts'
import { pageUrl } from '../../crawler/survey/http/asked-page.ts'
import { PROFILES } from '../../lab/link/condition/profiles.ts'
import { fileNameOf, type readAskedPage } from '../check/asked-page.ts'
import { junitXml } from '../check/check-junit.ts'
import { explain } from '../exit/errors.ts'
import { EXIT, type ExitCode, untilInterrupted } from '../exit/exit-codes.ts'
import { tableWidth } from '../output/text.ts'
import { writeResult } from '../output/write-result.ts'
import { runInSandbox } from '../prepare/in-sandbox.ts'
import { recordingFolder } from './advice-plan.ts'
import { adviceReport } from './advice-report.ts'
import { adviceLines } from './advice-text.ts'
import type { AdviseOptions } from './advise-options.ts'
import { type AdviceState, readAdviceState, writeAdviceState } from './advise-state.ts'
import { isLoadedLive, type Known, newestCampaign, readKnown, readLive } from './known.ts'
import { pilotLoads } from './pilot-loads.ts'
import { readAdvice } from './read-advice.ts'
import { checkFile, takeLive } from './take-live.ts'
import { takeReplays } from './take-replays.ts'

type Asked = ReturnType<typeof readAskedPage>

/** An advice under way. */
interface Advice {
  readonly command: Command
  readonly asked: Asked
  readonly options: AdviseOptions
  readonly folder: string
  readonly database: string
  readonly state: AdviceState
}

/** Measures a page and its recording, and writes the advice. Resolves to the exit code. */
export async function runAdvise(command: Command, asked: Asked, options: AdviseOptions): Promise<ExitCode> {
  await using interrupt = untilInterrupted()
  const startedMs = performance.now()
  const leftMs = (): number => options.minutes * 60_000 - (performance.now() - startedMs)
  const folder = resolve(options.folder, fileNameOf(asked.page, asked.isHome))
  await mkdir(folder, { recursive: true })
  const state = await openState(folder, asked, options)
  const advice = { command, asked, options, folder, database: databaseOf(folder, asked), state }
  const over = AbortSignal.timeout(Math.round(options.minutes * 60_000))
  const signal = AbortSignal.any([interrupt.signal, over])
  const say = (line: string): void => void process.stderr.write(`\n── ${line}\n`)
  let known: Known | null = null
  let fault: Fault | null = null
  try {
    say(`the site itself, as a check does, and a recording: some ${options.minutes} min left`)
    const exitCode = await takeSite(advice)
    if (state.campaignId === null && exitCode !== EXIT.ok) return exitCode
    known = await readKnown(advice, state)
    if (known !== null) {
      signal.throwIfAborted()
      await takeReplays(state, known, { ...advice, signal, leftMs, say })
    }
  } catch (error) {
    // Results for the site are shown also where replays fail for a reason that the user can do something about. Live parts are
    // not ended when the time is over, so that their errors are never of that.
    if (!(known === null ? interrupt.signal : signal).aborted) fault = faultOf(error, known)
  }
  const isDone = state.runs.length > 0 && state.runs.every((run) => run.isDone)
  const end = interrupt.signal.aborted
    ? 'stopped'
    : isDone || known === null
      ? 'finished'
      : fault === null
        ? 'time over'
        : 'stopped'
  return await writeAdvice(advice, known, end, fault)
}

type Fault = ReturnType<typeof explain>

/** @throws the error itself where nothing is known yet, or it is a fault of ours */
function faultOf(error: unknown, known: Known | null): Fault {
  const fault = explain(error, true)
  if (known === null || fault.exitCode === EXIT.software) throw error
  return fault
}

async function openState(folder: string, { page }: Asked, options: AdviseOptions): Promise<AdviceState> {
  const asked = { url: pageUrl(page), networks: [...options.networks] }
  if (options.resume === true) return await readAdviceState(folder, asked)
  const state: AdviceState = {
    format: 'towline-advice-state/1',
    ...asked,
    startedAt: new Date().toISOString(),
    internet: options.sandbox !== true && options.allowAddress.length === 0,
    ...{ campaignId: null, isRecorded: false, notRecorded: null, loader: null, runs: [] },
    pilot: { browser: null, graph: null },
  }
  // Files that an earlier advice has left would be taken for this one's.
  for (const name of ['recording', 'what-ifs', 'graphs'])
    await rm(join(folder, name), { recursive: true, force: true })
  for (const file of [checkFile(folder), notRecordedFile(folder)]) await rm(file, { force: true })
  await writeAdviceState(folder, state)
  return state
}

const databaseOf = (folder: string, { page }: Asked): string => join(folder, `${page.host}.sqlite`)

/** Live loads and the recording: in the sandbox another process takes them, since this one sees no sandbox. */
async function takeSite({ command, asked, options, folder, database, state }: Advice): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok
  if (state.campaignId === null || (!state.isRecorded && state.notRecorded === null)) {
    exitCode =
      options.sandbox === true
        ? ((await takeInSandbox(command, options, folder)) as ExitCode)
        : await takeLiveParts(asked, options, folder)
    state.notRecorded = await readFile(notRecordedFile(folder), 'utf8').catch(nullIfMissing)
  }
  if (existsSync(checkFile(folder))) state.campaignId ??= await newestCampaign(database)
  state.isRecorded = existsSync(join(recordingFolder(folder), 'recording.json'))
  await writeAdviceState(folder, state)
  return exitCode
}

/** Takes what is lacking of the live parts. A page that cannot be recorded has a report of its live loads all the same. */
export async function takeLiveParts(asked: Asked, options: AdviseOptions, folder: string): Promise<ExitCode> {
  try {
    return await takeLive(asked, options, folder, {
      check: !(existsSync(checkFile(folder)) && (await isLoadedLive(databaseOf(folder, asked)))),
      recording: !existsSync(join(recordingFolder(folder), 'recording.json')),
    })
  } catch (error) {
    const { exitCode, message } = explain(error)
    const isOfPage = exitCode !== EXIT.software && exitCode !== EXIT.interrupted
    if (!isOfPage || !existsSync(checkFile(folder))) throw error
    await writeFile(notRecordedFile(folder), message)
    return EXIT.ok
  }
}

const notRecordedFile = (folder: string): string => join(folder, 'not-recorded.txt')

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Puts the sandbox behind the first of the networks where no link is asked for: without one it has no round trips. */
async function takeInSandbox(command: Command, options: AdviseOptions, folder: string): Promise<number> {
  const [network = '4g'] = options.networks
  command.setOptionValueWithSource('liveOnly', folder, 'cli')
  return await runInSandbox(command, {
    ...options,
    link: options.link ?? PROFILES[NETWORKS[network]].condition,
    capture: true,
  })
}

/** Prints the advice and writes its files. */
async function writeAdvice(
  advice: Advice,
  known: Known | null,
  end: AdviceDocument['state'],
  fault: Fault | null,
): Promise<ExitCode> {
  const { options, folder, database, state } = advice
  const report = state.campaignId === null ? null : await readLive(database, state.campaignId)
  const document = await readAdvice({
    folder,
    database,
    state,
    report,
    known,
    end,
    fault: fault?.message ?? null,
    replayed: await pilotLoads(database, state),
    asserts: options.assert,
  })
  for (const line of adviceLines(document, tableWidth())) console.log(line)
  await writeResult(options.json ?? join(folder, 'advice.json'), `${JSON.stringify(document, null, 2)}\n`)
  const html = resolve(options.report ?? join(folder, 'report.html'))
  await writeResult(html, adviceReport(document))
  console.log(`\nThe report: ${pathToFileURL(html)}`)
  const hasVerdict = (document.replays?.networks ?? []).some(({ arms }) =>
    arms.some(({ interval }) => interval !== null),
  )
  if (options.junit !== undefined) {
    const { url, startedAt, assertions } = document
    const cases = assertions.map((each) => ({ ...each, sentence: assertionSentence(each) }))
    const noVerdict = hasVerdict ? null : document.notShown.join(' ')
    await writeResult(options.junit, junitXml({ command: 'advise', url, startedAt }, noVerdict, cases))
  }
  if (fault !== null) {
    process.stderr.write(`towline: ${fault.message}\n`)
    return fault.exitCode as ExitCode
  }
  if (end === 'stopped') return EXIT.interrupted
  if (document.assertions.some(({ result }) => result === 'missed')) return EXIT.missed
  return hasVerdict ? EXIT.ok : EXIT.noResult
}
