/** Protocols of field contributions, and the arm that each is shown beside. */
export const FIELD_ARMS = { 'http/1.1': 'h1', h2: 'h2', h3: 'h3' } as const

export type FieldProtocol = keyof typeof FIELD_ARMS

export const FIELD_PROTOCOLS = Object.keys(FIELD_ARMS) as [FieldProtocol, ...FieldProtocol[]]

/** Whether loads by a protocol (ALPN name) can be contributed. */
export function isFieldProtocol(name: string): name is FieldProtocol {
  return Object.hasOwn(FIELD_ARMS, name)
}

/** Times of field contributions, the whole load first. */
export const FIELD_METRIC_LABELS = {
  load: 'Page load time',
  dcl: 'Document parsed',
  dns: 'DNS',
  connect: 'TCP connection',
  handshake: 'Connection set-up',
  wait: 'Wait for the document',
  receive: 'Receive the document',
} as const

export type FieldMetric = keyof typeof FIELD_METRIC_LABELS

export const FIELD_METRICS = Object.keys(FIELD_METRIC_LABELS) as [FieldMetric, ...FieldMetric[]]
