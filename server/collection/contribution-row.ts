import { hash } from 'node:crypto'
import type { NewContribution } from '../../db/field/contributions.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import type { Contribution } from '../contract/contract.ts'

/**
 * A record as it is stored, field by field (safety.md P1). Of its key and its pseudonym, both secrets of their owner, only
 * the SHA-256 goes further (safety.md P6).
 */
export function contributionRow(record: Contribution): NewContribution {
  const { list, site, proto, day, browser, major, net, t, n, reused, visit, cid, key } = record
  return {
    keyHash: sha256(key),
    bodyHash: sha256(canonicalJson(record)),
    row: {
      ...{ list, site, proto, day, browser, major, net, reused, visit: visit ?? null },
      dnsMs: t.dns,
      connectMs: t.connect,
      handshakeMs: t.handshake,
      waitMs: t.wait,
      receiveMs: t.receive,
      dclMs: t.dcl,
      loadMs: t.load,
      requests: n.requests,
      h1: n.h1,
      h2: n.h2,
      h3: n.h3,
      hidden: n.hidden,
      cidHash: cidHash(cid),
    },
  }
}

export function cidHash(cid: string): string {
  return sha256(cid)
}

function sha256(text: string): string {
  return hash('sha256', text, 'hex')
}
