import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../db/connection/open.ts'
import { surveyedSites } from '../../db/survey/survey-sites.ts'
import { lockFolder } from '../../record/folder/folder-lock.ts'
import { readSetbacks, SETBACK_LOG } from '../../record/many/setback-log.ts'
import type { SiteToRecord } from '../../record/many/site-to-record.ts'
import { type SitesLeft, sitesLeft } from '../../record/many/sites-left.ts'
import { CliError, EXIT, type ExitCode, untilInterrupted } from '../exit/exit-codes.ts'
import { demandContact, userAgentSuffix } from '../options/run-settings.ts'
import { countText, duration, minutesText, visible } from '../output/text.ts'
import { findSurvey } from '../survey/find-survey.ts'
import { type SelectOptions, selectionOf } from '../survey/select.ts'
import { type LiveOptions, openLivePages } from './live-pages.ts'
import { RecordTally } from './record-tally.ts'

export type RecordSurveyOptions = LiveOptions &
  SelectOptions & {
    readonly fromSurvey: string
    readonly out: string
    readonly resume?: boolean
    readonly database: string
  }

/** Time of a page of middling size, with the browser of the load for bodies and what is written. */
const LOAD_MS = 5_000

/** Records the pages of sites that are selected from a survey, each to a folder of its own. */
export async function recordSurvey(options: RecordSurveyOptions): Promise<ExitCode> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  const { surveyId, sites } = await selectedSites(options)
  demandContact(options, sites.length)
  await mkdir(options.out, { recursive: true })
  await using _lock = await lockFolder(options.out)
  const file = join(options.out, SETBACK_LOG)
  const found = await sitesLeft(sites)
  demandNew(options, found)
  const tally = new RecordTally(file, sites.length)
  for (const { site, why } of found.damaged)
    await tally.addSetback(site, { kind: 'failed', why, waitMs: null })
  tally.addComplete(found.complete.length)
  const earlier = await readSetbacks(file)
  const left = found.left.filter((site) => {
    const ended = earlier.get(site.domain)?.ended ?? null
    if (ended !== null) tally.addEnded(site, ended)
    return ended === null
  })
  if (left.length === 0) return tally.end('finished')
  process.stderr.write(`${planLine(options, surveyId, left.length)}\n`)
  await using pages = await openLivePages(options, signal)
  // The browser's driver takes more memory than everything else.
  const [{ recordSites }, { NothingReachable }] = await Promise.all([
    import('../../record/many/record-sites.ts'),
    import('../../crawler/probe/campaign/site-conduct.ts'),
  ])
  try {
    const state = await recordSites(left, {
      page: pages.options,
      pauseMs: options.pause,
      earlier,
      clock: () => performance.now(),
      wallClock: Date.now,
      signal,
      onWait: (waitMs) =>
        process.stderr.write(
          `the next load is in ${duration(waitMs / 1_000)}: --pause between loads of one site\n`,
        ),
      onLoad: (site, line) => tally.addLoad(site, line),
      onRecorded: (site, recording) => tally.addRecorded(site, recording),
      onSetback: (site, setback) => tally.addSetback(site, setback),
    })
    await pages.sayRefused()
    return tally.end(state)
  } catch (error) {
    tally.end('stopped')
    if (!(error instanceof NothingReachable)) throw error
    throw new CliError(
      EXIT.unavailable,
      `${error.message}: is this machine’s network down? --resume continues`,
      { cause: error },
    )
  }
}

async function selectedSites(
  options: RecordSurveyOptions,
): Promise<{ readonly surveyId: number; readonly sites: readonly SiteToRecord[] }> {
  await using db = await openDatabase({ url: options.database, readOnly: true })
  const { id: surveyId } = await findSurvey(db, options.fromSurvey)
  const { selected } = selectionOf(await Array.fromAsync(surveyedSites(db, surveyId)), surveyId, options)
  if (selected.length === 0)
    throw new CliError(
      EXIT.data,
      `survey ${surveyId} has no site that serves ${options.serve.join(', ')} (see towline select)`,
    )
  const sites = selected.map(({ domain, finalOrigin }) => ({
    domain,
    url: `${finalOrigin}/`,
    folder: join(options.out, domain),
  }))
  return { surveyId, sites }
}

/** @throws CliError where sites were recorded before, and nobody asked to continue */
function demandNew({ resume, out }: RecordSurveyOptions, { complete, damaged }: SitesLeft): void {
  const count = complete.length + damaged.length
  if (resume === true || count === 0) return
  throw new CliError(
    EXIT.data,
    `${out} has folders of ${count} of these sites: --resume records the others, or name another folder by --out`,
  )
}

function planLine(options: RecordSurveyOptions, surveyId: number, sites: number): string {
  const { loads, pause, robots } = options
  const ms = Math.max(sites * loads * LOAD_MS, (loads - 1) * pause)
  return visible(
    `recording ${countText(sites, 'site')} of survey ${surveyId}, ${loads} loads each, about ${minutesText(ms)}: ` +
      `${pause / 1_000} s between two loads of one site; robots.txt is ${robots ? 'respected' : 'not requested'}; ` +
      `403, 429 and 503 are heeded; the browser’s User-Agent is followed by${userAgentSuffix(options)}`,
  )
}
