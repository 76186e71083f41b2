import type { LabHost } from '../../lab/network/messages.ts'

/** What scripts/record-replay.ts is to do, as its argument in JSON. */
export interface ReplayRecordOrder {
  readonly url: string
  /** Folder of the new recording. */
  readonly out: string
  readonly caFile: string
  readonly hosts: readonly LabHost[]
  /** That of the recording that is replayed. */
  readonly drawSeed: number | null
}
