import type { SampleArtifacts } from '../../model/artifacts.ts'

/**
 * The attribute by which the browser tells when the main document's own response began. `responseStart` is the first of
 * any response, an interim one included (Resource Timing), and in some browsers there is nothing else.
 */
export function answerMoment({ timings }: SampleArtifacts): string {
  return Number(timings?.navigation?.finalResponseHeadersStart) > 0
    ? 'finalResponseHeadersStart'
    : 'responseStart'
}
