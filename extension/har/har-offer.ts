import type { ContributionRecord, StudyList } from '../capture/types.ts'
import { buildRecord } from '../send/record.ts'
import { studySiteOf } from '../store/study-site.ts'
import type { ContributableLoad } from './contributable-har.ts'
import { HAR_DROP_REASONS } from './har-drop.ts'

/** Whether a load of a file can be contributed. */
export interface HarOffer {
  /** The record that it would be; null: it cannot be one. */
  readonly record: ContributionRecord | null
  /** Says why there is none; null: there is one. */
  readonly why: string | null
}

/** Replaces what is made only when a record is queued: neither has anything of the file in it. */
const PLACEHOLDERS = {
  cid: '(your pseudonym for this site and quarter)',
  key: '(a random number, made when it is queued)',
}

/** The exact record that a load of a file would be, or the sentence why it is none (safety.md P1, P3). */
export function harOffer({ url, contribution }: ContributableLoad, study: StudyList | null): HarOffer {
  const refuse = (why: string): HarOffer => ({ record: null, why })
  if ('dropped' in contribution)
    return refuse(`This load cannot be contributed: ${HAR_DROP_REASONS[contribution.dropped]}.`)
  if (study === null) return refuse('No sites are under study, as far as this browser knows.')
  const found = url === null ? null : studySiteOf(study, url)
  if (found === null)
    return refuse('Only front pages of sites under study can be contributed; this page is none of them.')
  const { load, day, browser } = contribution
  const record = buildRecord(load, {
    ...{ list: study.list, site: found.site, day, browser: browser.family, major: browser.major },
    // Not in a HAR.
    ...{ net: 'unknown', ...PLACEHOLDERS },
  })
  return { record, why: null }
}
