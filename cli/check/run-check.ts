import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { EXIT, type ExitCode, untilInterrupted } from '../exit/exit-codes.ts'
import { VERSION } from '../options/version.ts'
import { gainText, limitsText } from '../output/comparison-text.ts'
import { type Column, textTable } from '../output/table.ts'
import { lineWidth, noteWidth, tableWidth, visible, wrap } from '../output/text.ts'
import { writeResult } from '../output/write-result.ts'
import { unfinishedText } from '../probe/busy-text.ts'
import type { ArmResult } from '../probe/campaign-results.ts'
import { surveyNamedSites } from '../probe/named-sites.ts'
import { prepareLoads } from '../probe/prepare-loads.ts'
import { probeSurvey } from '../probe/probe-survey.ts'
import { fileNameOf, type readAskedPage } from './asked-page.ts'
import { checkAssertions } from './assertion.ts'
import { conditions } from './check-conditions.ts'
import { checkDocument } from './check-json.ts'
import { checkJunit } from './check-junit.ts'
import { type CheckOptions, runOptionsOf } from './check-options.ts'
import { checkPage } from './check-page.ts'
import { type CheckReport, readCheck } from './check-report.ts'
import {
  baselineLabel,
  hasVerdict,
  labelOf,
  leftOutSentences,
  spokenSentence,
  verdictSentences,
  whyNoVerdict,
} from './check-words.ts'

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

const COLUMNS: readonly Column<ArmResult>[] = [
  { heading: 'protocol', cell: ({ arm }) => labelOf(arm) },
  { heading: 'loads', cell: ({ valid }) => valid, align: 'right' },
  { heading: 'left out', cell: ({ invalid, failed }) => invalid + failed, align: 'right' },
  { heading: 'median ms', cell: ({ pltMs }) => pltMs?.toFixed(0) ?? null, align: 'right' },
  { heading: 'gain', cell: ({ comparison }) => gainText(comparison), align: 'right' },
  {
    heading: '95 % interval',
    cell: ({ comparison }) => limitsText(comparison?.gainInterval),
    align: 'right',
  },
]

export function checkLines(report: CheckReport, width: number | null): string[] {
  const line = (text: string): string[] => wrap(visible(text), lineWidth(width))
  const unfinished = unfinishedText(report.lackingLoads, report.arms)
  return [
    '',
    ...(unfinished === null ? [] : [...line(unfinished), '']),
    ...line(`${report.domain}: ${spokenSentence(report.facts)}`),
    '',
    ...verdictSentences(report).flatMap(line),
    '',
    textTable(report.arms, COLUMNS, width),
    '',
    ...leftOutSentences(report.arms).flatMap(line),
    ...conditions(report).flatMap(([name, value]) => line(`${name}: ${value}`)),
    ...wrap(
      `gain: median page load time of ${baselineLabel(report.arms)} / that of the protocol, above 1 it is faster. It ` +
        'holds for this place, network and time. More --rounds find smaller differences.',
      noteWidth(width),
    ),
  ]
}
