import { parseLink } from '../../../lab/link/condition/parse.ts'

/** The link that pages of tests are recorded and replayed over. */
export const LINK_CONDITION = parseLink('rtt=50ms,down=10,up=10')
