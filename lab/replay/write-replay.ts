import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BODIES } from '../../model/recording/names.ts'
import { verifyRecording } from '../../record/folder/verify-recording.ts'
import { replayAnswers } from './replay-answers.ts'
import type { ReplayFile } from './replay-file.ts'
import { type ReplayLoad, replayLoadOf } from './replay-load.ts'

/**
 * Writes what the lab's server is to replay of a recording into `file`; every body is compared with its checksum before.
 * Resolves to what has to be known of it to load the page.
 * @throws RecordingError where the recording is damaged
 */
export async function writeReplay(folder: string, file: string): Promise<ReplayLoad> {
  const recording = await verifyRecording(folder)
  const { answers } = replayAnswers(recording)
  const replay: ReplayFile = { page: recording.pageUrl, bodies: join(folder, BODIES), answers }
  await writeFile(file, JSON.stringify(replay))
  return replayLoadOf(recording)
}
