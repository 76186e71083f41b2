import { STATUS_CODES } from 'node:http'
import { join } from 'node:path'
import type { readAskedPage } from '../check/asked-page.ts'
import type { CheckReport } from '../check/check-report.ts'
import { runCheck } from '../check/run-check.ts'
import { CliError, EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { OF_THIS_MACHINE } from '../probe/enough-rounds.ts'
import { withMeaning } from '../probe/reason-text.ts'
import { recordUrl } from '../record/record.ts'
import { recordingFolder } from './advice-plan.ts'
import type { AdviseOptions } from './advise-options.ts'
import { readNewestLive } from './known.ts'

/** Live loads of each protocol: the fewest that give a verdict. */
const ROUNDS = 6

/** One for bodies, two for times, one under HTTP/1.1: fewer than CRW-4 allows, as the check has loaded the page before. */
const RECORDED_LOADS = 4

/** CRW-4: between two loads of one site while it is recorded. */
const RECORDING_PAUSE_MS = 60_000

/** A check's pause between two live loads. */
const CHECK_PAUSE_MS = 1_000

/** File that the check wrote as JSON. */
export const checkFile = (folder: string): string => join(folder, 'check.json')

/** Parts still to be taken of the site itself. */
interface LiveParts {
  readonly check: boolean
  readonly recording: boolean
}

/** Takes what needs the site itself: a survey and live loads as `towline check` does, and a recording. */
export async function takeLive(
  asked: ReturnType<typeof readAskedPage>,
  options: AdviseOptions,
  folder: string,
  { check, recording }: LiveParts,
): Promise<ExitCode> {
  const isOwn = options.allowAddress.length > 0
  if (check) {
    const exitCode = await runCheck(asked, {
      ...options,
      ...{ arms: ['h1', 'h2', 'h3'], rounds: ROUNDS, capture: true, assert: [], folder },
      pause: isOwn ? 0 : CHECK_PAUSE_MS,
      json: checkFile(folder),
      junit: join(folder, 'check.xml'),
    })
    // A site that speaks one protocol alone has no verdict, and may have most to gain.
    if (exitCode !== EXIT.ok && exitCode !== EXIT.noResult) return exitCode
  }
  if (!recording) return EXIT.ok
  const report = await readNewestLive(join(folder, `${asked.page.host}.sqlite`))
  const why = whyNotLoaded(report)
  // A site that asked us to stay away is not asked once more.
  if (why !== null) throw new CliError(EXIT.noResult, why)
  // A home page is where its site redirects to.
  await recordUrl(report.url, recordingFolder(folder), {
    ...options,
    loads: RECORDED_LOADS,
    pause: isOwn ? 0 : RECORDING_PAUSE_MS,
  })
  return EXIT.ok
}

/** Media types that browsers show as a page. */
const PAGES = new Set(['text/html', 'application/xhtml+xml'])

/** People may get the page that such an answer keeps from a browser of ours. */
const REFUSALS = new Set([401, 403, 429, 503])

/**
 * Says why a page is not recorded although its site answered the survey, as a clause; null: it is recorded, since loads of it
 * count or since what prevented them is of this machine.
 */
export function whyNotLoaded({
  url,
  loads,
  failures,
}: Pick<CheckReport, 'failures' | 'loads' | 'url'>): string | null {
  const [load] = loads
  if (load !== undefined)
    return load.mediaType === null || PAGES.has(load.mediaType)
      ? null
      : `${url} is a file (${load.mediaType}), not a page`
  const reasons = [...new Set(failures.map(({ reason }) => reason))]
  if (reasons.length === 0 || reasons.some((reason) => OF_THIS_MACHINE.has(reason))) return null
  const status = failures.find((each) => each.status !== null && each.status >= 300)?.status ?? null
  return status === null
    ? `${url} does not load: ${reasons.map(withMeaning).join(', ')}`
    : `${url} answers ${status} (${STATUS_CODES[status] ?? 'unknown'}) ${REFUSALS.has(status) ? 'to a browser that nobody sits at' : 'and no page'}`
}
