import type { Arm } from '../../model/arm.ts'
import type { AnswerWriter } from './answer-writer.ts'

/** The median load of each of these arms that has one, request by request, with its HAR. */
export async function writeWaterfalls(
  writer: AnswerWriter,
  path: string,
  loaded: readonly Arm[],
): Promise<void> {
  const { arms } = await writer.json('waterfalls', `${path}/waterfalls`)
  for (const { arm, har } of arms) {
    if (!har || !loaded.includes(arm)) continue
    const { sampleId } = await writer.json('waterfall', `${path}/waterfall`, { arm })
    await writer.har(sampleId)
  }
}
