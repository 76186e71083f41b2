import type { HardHost } from '../shape/hard-page.ts'

/** Third parties, by their full names. */
export const STATIC = 'static.hard-cdn.test'
export const IMG = 'img.hard-cdn.test'
export const FONTS = 'fonts.hard-cdn.test'
export const TRACK = 'track.hard-ads.test'
export const SYNC = 'sync.hard-ads.test'
export const BID = 'bid.hard-ads.test'
export const GRAPH = 'graph.hard-api.test'
export const REST = 'rest.hard-api.test'

/** Hosts with addresses of their own. */
export const H1: HardHost = { serves: 'h1' }
export const H2: HardHost = { serves: 'h2' }
export const H3: HardHost = { serves: 'h3' }
/** DNS says that it has HTTP/3. */
export const H3_DNS: HardHost = { serves: 'h3', hasHttpsRecord: true }

/** Hosts that are addresses of the sandbox; its address plan gives them to nobody else. */
export const LITERALS = ['198.19.3.1', '198.19.3.2', '2001:2:0:3::1'] as const
