/** Names of the contract that the dashboard shows and lets choose from. Imports nothing: they go into its bundle. */

/** The protocol settings of a sample, in the order in which tables and legends show them. */
export const ARM_LABELS = {
  http: 'HTTP/1.1 in clear text',
  h1: 'HTTP/1.1',
  h2: 'HTTP/2',
  h3: 'HTTP/3',
  'h3-altsvc': 'HTTP/3 by Alt-Svc',
} as const

export type Arm = keyof typeof ARM_LABELS

export const ARMS = Object.keys(ARM_LABELS) as [Arm, ...Arm[]]

/** HAR 1.2 phases in the order of a request's life; `ssl` is inside `connect`. */
export const PHASES = ['blocked', 'dns', 'connect', 'ssl', 'send', 'wait', 'receive'] as const

export type Phase = (typeof PHASES)[number]

/** What the table of sites can be sorted by; `gain` is that of the arm `gainArm`. */
export const SITE_SORTS = [
  'rank',
  'domain',
  'cdn',
  'rttMs',
  'requests',
  'domains',
  'initialWindow',
  'sizeBytes',
  'gain',
] as const

export type SiteSort = (typeof SITE_SORTS)[number]

/** Protocols of the field, and the arm that each stands beside. */
export const FIELD_ARMS = { 'http/1.1': 'h1', h2: 'h2', h3: 'h3' } as const

export type FieldProtocol = keyof typeof FIELD_ARMS

export const FIELD_PROTOCOLS = Object.keys(FIELD_ARMS) as [FieldProtocol, ...FieldProtocol[]]

/** Times that the field has, the whole load first. */
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

/** What the table of released sites can be sorted by; `contributors` are those of all protocols, medians one’s. */
export const FIELD_SITE_SORTS = ['site', 'domain', 'contributors', ...FIELD_PROTOCOLS] as const

export type FieldSiteSort = (typeof FIELD_SITE_SORTS)[number]
