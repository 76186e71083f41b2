import type { ExpectedHandshake, LoadExpectations } from '../../crawler/probe/load/expectation.ts'
import { KEY_EXCHANGES } from '../../model/key-exchange.ts'
import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { CertificateKey } from '../certificate/chain-kind.ts'
import type { PlannedCell } from '../plan/plan.ts'

import { setsHandshake } from '../plan/refuse-handshake.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'

/** Says what each load of a cell has to be beside its arm: what the cell's factors force and the load itself can show. */
export function cellExpectations(cell: PlannedCell): LoadExpectations {
  const { visit, udp, earlyHints, addresses, page, shards } = cell
  // Hosts of a recording share what they shared when it was recorded.
  const hasOwnHosts = !page.startsWith(RECORDING_PREFIX) && !page.startsWith(GRAPH_PREFIX)
  const handshake = expectedHandshake(cell)
  return {
    ...(visit !== 'cold' && { visit }),
    ...(earlyHints === 'on' && { earlyHints: true }),
    ...(udp !== 'open' && { udp }),
    ...(handshake !== null && { handshake }),
    ...(hasOwnHosts && shards > 1 && { addresses }),
  }
}

/** Says by which a server signs that has such a key (IANA, TLS SignatureScheme): what Chromium and rustls prefer. */
const SIGNATURE_SCHEMES: Readonly<Record<CertificateKey, number>> = { ecdsa: 0x0403, rsa: 0x0806 }

/** Returns null where the plan sets nothing of it. */
function expectedHandshake({
  keyExchange,
  chainBytes,
  certificateKey,
}: PlannedCell): ExpectedHandshake | null {
  if (!setsHandshake({ keyExchange, chainBytes, certificateKey })) return null
  return {
    keyExchangeGroup: keyExchange === null ? null : KEY_EXCHANGES[keyExchange],
    chainBytes,
    signatureScheme: SIGNATURE_SCHEMES[certificateKey],
  }
}
