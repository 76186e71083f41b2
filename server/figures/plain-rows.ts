import { campaignById } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import type { FigureAnswer, FigureSubject } from '../../figures/figure.ts'
import type { PlainFigures } from '../../figures/plain-figures.ts'
import { defaultCampaign } from '../defaults/default-campaign.ts'
import { defaultLabRun } from '../defaults/default-lab-run.ts'
import { defaultSurvey } from '../defaults/default-survey.ts'
import { type RunCell, runCells } from '../lab/run-cells.ts'
import { CELL_ROWS } from './cell-rows.ts'
import { ownLine } from './own-line.ts'
import { replayExchanges } from './replay-exchanges.ts'
import { requestsByCdn } from './requests-by-cdn.ts'
import { serverBehaviour } from './server-behaviour.ts'
import { serverFindings } from './server-findings.ts'

/** Makes the rows of each plain figure, of the campaign, survey or lab run with this number. */
export const PLAIN_ROWS: {
  readonly [F in PlainFigures as F['name']]: (db: Database, id: number) => Promise<FigureAnswer<F>>
} = {
  requestsByCdn,
  ownLine,
  replayExchanges,
  handshakeCost: ofCells(CELL_ROWS.handshakeCost),
  handshakeSteps: ofCells(CELL_ROWS.handshakeSteps),
  udpPrice: ofCells(CELL_ROWS.udpPrice),
  serverBehaviour,
  serverFindings,
  staircase: ofCells(CELL_ROWS.staircase),
  earlyHints: ofCells(CELL_ROWS.earlyHints),
}

/** The answer of a figure that is made of a lab run's conditions. */
function ofCells<Row>(rowsOf: (cells: readonly RunCell[]) => Promise<Row[]>) {
  return async (db: Database, labRunId: number): Promise<{ labRunId: number; rows: Row[] }> => ({
    labRunId,
    rows: await rowsOf(await runCells(db, labRunId)),
  })
}

interface Subject {
  /** Says which one stands where none is asked for. */
  readonly byDefault: (db: Database) => Promise<{ readonly id: number | null }>
  readonly isThere: (db: Database, id: number) => Promise<boolean>
}

export const SUBJECTS: Readonly<Record<FigureSubject, Subject>> = {
  campaign: {
    byDefault: defaultCampaign,
    isThere: async (db, id) => (await campaignById(db, id)) !== null,
  },
  survey: {
    byDefault: defaultSurvey,
    isThere: async (db, id) => (await surveyById(db, id)) !== null,
  },
  'lab run': {
    byDefault: defaultLabRun,
    isThere: async (db, id) => (await labRunById(db, id)) !== null,
  },
}
