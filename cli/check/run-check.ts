import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { untilInterrupted } from '../exit/interrupt.ts'
import { VERSION } from '../options/version.ts'
import { tableWidth } from '../output/output-width.ts'
import { writeResult } from '../output/write-result.ts'
import { surveyNamedSites } from '../probe/named-sites.ts'
import { prepareLoads } from '../probe/prepare-loads.ts'
import { probeSurvey } from '../probe/probe-survey.ts'
import { fileNameOf, type readAskedPage } from './asked-page.ts'
import { checkAssertions } from './assertion.ts'
import { checkDocument } from './check-json.ts'
import { checkJunit } from './check-junit.ts'
import { type CheckOptions, runOptionsOf } from './check-options.ts'
import { checkPage } from './check-page.ts'
import { readCheck } from './check-report.ts'
import { checkLines } from './check-text.ts'
import { hasVerdict, whyNoVerdict } from './check-words.ts'

/** Surveys the site of a page, loads the page, and writes its report and database. Resolves to the exit code. */
export async function runCheck(
  { page, isHome }: ReturnType<typeof readAskedPage>,
  options: CheckOptions,
): Promise<ExitCode> {
  await using interrupt = untilInterrupted()
  const { signal } = interrupt
  await prepareLoads(options, signal)
  const folder = resolve(options.folder)
  await mkdir(folder, { recursive: true })
  if (page.scheme === 'http')
    console.error(
      'http:// has no TLS, without which browsers speak HTTP/1.1 alone: HTTP/2 and HTTP/3 cannot be set, and there is nothing to compare',
    )
  const runOptions = {
    ...runOptionsOf(options, join(folder, `${page.host}.sqlite`)),
    ...(!isHome && { page }),
  }
  const { surveyId, exitCode } = await surveyNamedSites([page.host], runOptions, signal)
  if (exitCode !== EXIT.ok) return exitCode
  const html = join(folder, `${fileNameOf(page, isHome)}.html`)
  return await probeSurvey(
    surveyId,
    { ...runOptions, select: 1, serve: [], order: 'rank' },
    signal,
    true,
    (db, campaign) => show(db, campaign, html, options),
  )
}

/** Prints the result and writes it as a page; one of an earlier check of the site is replaced. */
async function show(
  db: Database,
  campaign: CampaignRow,
  page: string,
  { assert, json, junit }: Pick<CheckOptions, 'assert' | 'json' | 'junit'>,
): Promise<ExitCode> {
  const report = await readCheck(db, campaign)
  for (const line of checkLines(report, tableWidth())) console.log(line)
  await writeFile(page, checkPage(report, VERSION))
  console.log(`\nThe page: ${pathToFileURL(page)}`)
  console.log(`All data: towline serve --database ${db.name}`)
  const assertions = checkAssertions(assert, report.arms)
  for (const { sentence } of assertions) console.log(`assert ${sentence}`)
  const isMissed = assertions.some(({ result }) => result === 'missed')
  const exitCode = isMissed ? EXIT.missed : hasVerdict(report) ? EXIT.ok : EXIT.noResult
  if (json !== undefined)
    await writeResult(json, `${JSON.stringify(checkDocument(report, assertions, VERSION), null, 2)}\n`)
  if (junit !== undefined) await writeResult(junit, checkJunit(report, assertions))
  if (exitCode === EXIT.noResult) console.error(`no verdict: ${whyNoVerdict(report)}`)
  return exitCode
}
