import type { AnswerWriter } from './answer-writer.ts'

/** Every load run with the intervals of each of its servers: every choice that the page offers. */
export async function writeLoad(writer: AnswerWriter): Promise<void> {
  const { runs } = await writer.json('loadRuns', '/load/runs')
  for (const { id, plan } of runs) {
    const path = `/load/runs/${id}`
    await writer.downloads('loadRun', path)
    await writer.downloads('loadSeconds', `${path}/seconds`)
    for (const server of plan.servers)
      await writer.downloads('loadIntervals', `${path}/intervals`, { server })
  }
}
