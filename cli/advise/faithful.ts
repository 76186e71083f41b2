import type { Database } from '../../db/connection/database.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'
import { ARMS } from '../../model/arm.ts'
import { readReport } from '../replay/read-report.ts'
import { percentText as shareText } from '../replay/report-figures.ts'
import type { AdviceState } from './advise-state.ts'
import { percentText, pilotMedians } from './choose-loader.ts'
import type { Known } from './known.ts'

/** Says how near replays came to live loads, a sentence each. */
export async function faithfulSentences(
  db: Database,
  { pilot, loader }: Pick<AdviceState, 'loader' | 'pilot'>,
  { report, liveLink }: Pick<Known, 'liveLink' | 'report'>,
): Promise<string[]> {
  const row = pilot.browser?.labRunId == null ? null : await labRunById(db, pilot.browser.labRunId)
  if (row === null) return []
  const replay = await readReport(db, row)
  const answered = replay.rows
    .map(({ fidelity }) => fidelity?.shareAnswered ?? null)
    .filter((x) => x !== null)
  const missed = replay.rows.reduce((sum, { missedLoads }) => sum + (missedLoads ?? 0), 0)
  const loads = replay.rows.reduce((sum, { valid, leftOut }) => sum + valid + leftOut, 0)
  return [
    ...(liveLink === null
      ? [
          'The network of the live loads is not known, so that replays could not be compared with them behind the same one.',
        ]
      : await againstLive(db, pilot, report)),
    ...(answered.length === 0
      ? []
      : [
          `The recording answered ${shareText(Math.min(...answered))} of the requests of a replay in the browser, of the protocol with the fewest.`,
        ]),
    ...(missed === 0
      ? []
      : [
          `${missed} of ${loads} replays are left out, since the page asked for too much that is not recorded.`,
        ]),
    ...(loader === null
      ? []
      : [`Loaded by ${loader.by === 'graph' ? 'the page’s graph' : 'the browser'}: ${loader.why}.`]),
  ]
}

async function againstLive(
  db: Database,
  pilot: AdviceState['pilot'],
  { arms }: Known['report'],
): Promise<string[]> {
  const replayed = await pilotMedians(db, pilot.browser)
  const figures = arms.flatMap(({ arm, pltMs }) => {
    const value = replayed.get(arm)
    return pltMs === null || value === undefined ? [] : [`${ARMS[arm].label} ${percentText(value / pltMs)}`]
  })
  return figures.length === 0
    ? []
    : [
        `Page load times of replays in the browser beside live loads behind the same link: ${figures.join(', ')}.`,
      ]
}
