import type { SampleArtifacts } from '../../../model/artifacts.ts'
import type { InvalidReason } from '../../../model/sample.ts'
import type { UdpPath } from '../../../model/udp-path.ts'
import type { Visit } from '../../../model/visit.ts'
import type { ComputedMetric } from '../../metrics/compute.ts'

/** Demands of a lab's cell on each of its loads beside the arm; what is absent is not asked for. */
export interface LoadExpectations {
  readonly visit?: Visit
  /** A 103 is to have come, and to have been acted on. */
  readonly earlyHints?: true
  readonly handshake?: ExpectedHandshake
  /** Set where UDP is not to pass as it is. */
  readonly udp?: UdpPath
  /** Says of a page of several hosts whether they have an address each, share one, or an ORIGIN frame names them. */
  readonly addresses?: 'each' | 'one' | 'origin'
}

/** A load's evidence of itself. */
export interface LoadEvidence {
  readonly artifacts: SampleArtifacts
  /** Value of a metric; null where it is unknown, or the load has none. */
  readonly metric: (name: ComputedMetric['name']) => number | null
}

/** Says why a load is not what its cell asked for; null where it is, or nothing was asked for. */
export type ExpectationRule = (
  expects: LoadExpectations,
  evidence: LoadEvidence,
) => { readonly reason: InvalidReason; readonly detail: string } | null

/** Demands on a load's handshake; null: anything. */
export interface ExpectedHandshake {
  /** IANA's code of the key exchange. */
  readonly keyExchangeGroup: number | null
  /** Size of the certificates that the server sends. */
  readonly chainBytes: number | null
  /** IANA's code of the signature by the certificate's key. */
  readonly signatureScheme: number | null
}
