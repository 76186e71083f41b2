import { allHostsHttp3 } from './all-hosts-http3.ts'
import { answerFaster } from './answer-faster.ts'
import { compressText } from './compress-text.ts'
import { congestionControl } from './congestion-control.ts'
import { httpsRecord } from './https-record.ts'
import { initialWindow } from './initial-window.ts'
import { mergeShards } from './merge-shards.ts'
import { priorities } from './priorities.ts'
import { shorterChain } from './shorter-chain.ts'
import { thirdPartiesHttp3 } from './third-parties-http3.ts'
import type { WhatIf } from './what-if.ts'

/** All changes that are tried, each where it applies. */
export const WHAT_IFS: readonly WhatIf[] = [
  allHostsHttp3,
  httpsRecord,
  thirdPartiesHttp3,
  mergeShards,
  compressText,
  shorterChain,
  answerFaster,
  priorities,
  initialWindow,
  congestionControl,
]
