import type { Defaults } from '../../../server/contract/contract.ts'

const NONE = { id: null, canAnswer: false, newer: 0, passedOver: [] }

/** What a server without any data answers. */
export const NO_DEFAULTS: Defaults = {
  needed: { rounds: 6, sites: 6, repetitions: 6 },
  ...{ survey: NONE, campaign: NONE, labRun: NONE, replay: NONE, loadRun: NONE },
  study: { list: null, canAnswer: false, newer: 0, passedOver: [] },
}
