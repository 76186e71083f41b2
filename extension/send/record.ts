import { CONTRIBUTION_VERSION } from '../../model/contribution-terms.ts'
import type { ContributionRecord, ReducedLoad } from '../capture/types.ts'

export type RecordTerms = Omit<ContributionRecord, 'v' | keyof ReducedLoad>

/**
 * The record of a load, built field by field (safety.md P1): nothing is copied and then stripped, so that what is not named
 * here cannot be in it.
 */
export function buildRecord(
  { proto, t, n, reused, visit }: ReducedLoad,
  terms: RecordTerms,
): ContributionRecord {
  return {
    v: CONTRIBUTION_VERSION,
    list: terms.list,
    site: terms.site,
    proto,
    day: terms.day,
    browser: terms.browser,
    major: terms.major,
    net: terms.net,
    t: {
      dns: t.dns,
      connect: t.connect,
      handshake: t.handshake,
      wait: t.wait,
      receive: t.receive,
      dcl: t.dcl,
      load: t.load,
    },
    n: { requests: n.requests, h1: n.h1, h2: n.h2, h3: n.h3, hidden: n.hidden },
    reused,
    visit,
    cid: terms.cid,
    key: terms.key,
  }
}
