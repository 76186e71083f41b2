import { serverAddress4 } from '../sandbox/site/addresses.ts'

/** The client's own address, and the near router's on the wire between them. */
export const CLIENT_ADDRESS = '198.18.0.1'
export const NEAR_ADDRESS = '198.18.0.2'
/** The two ends of the link: the near router's, and the servers' (which also echoes for a calibration). */
export const LINK_NEAR_ADDRESS = '198.18.0.3'
export const LINK_FAR_ADDRESS = '198.18.0.254'

/** Address of the shard with this number, from 0. */
export function shardAddress(shard: number): string {
  return serverAddress4(shard)
}
