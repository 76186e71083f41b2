import { campaignById } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { labRunById } from '../../db/lab/lab-runs.ts'
import { surveyById } from '../../db/survey/surveys.ts'
import type { FigureAnswer, FigureSubject } from '../../figures/figure.ts'
import type { PlainFigures } from '../../figures/plain-figures.ts'
import { defaultCampaign } from '../defaults/default-campaign.ts'
import { defaultLabRun } from '../defaults/default-lab-run.ts'
import { defaultSurvey } from '../defaults/default-survey.ts'
import { earlyHints } from './early-hints.ts'
import { handshakeCost } from './handshake-cost.ts'
import { handshakeSteps } from './handshake-steps.ts'
import { ownLine } from './own-line.ts'
import { replayExchanges } from './replay-exchanges.ts'
import { requestsByCdn } from './requests-by-cdn.ts'
import { serverBehaviour } from './server-behaviour.ts'
import { serverFindings } from './server-findings.ts'
import { staircase } from './staircase.ts'
import { udpPrice } from './udp-price.ts'

/** Who makes the rows of each plain figure, of the campaign, survey or lab run with this number. */
export const PLAIN_ROWS: {
  readonly [F in PlainFigures as F['name']]: (db: Database, id: number) => Promise<FigureAnswer<F>>
} = {
  requestsByCdn,
  ownLine,
  replayExchanges,
  handshakeCost,
  handshakeSteps,
  udpPrice,
  serverBehaviour,
  serverFindings,
  staircase,
  earlyHints,
}

interface Subject {
  /** Which one stands where none is asked for. */
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
