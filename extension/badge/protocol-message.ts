import type { Badge } from './badge.ts'

/** All that a page's badge script reports: one word of a closed list, no address. */
export interface ProtocolMessage {
  readonly kind: 'protocol'
  readonly badge: Badge | null
}
