import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BODIES } from '../../model/recording/names.ts'
import { verifyRecording } from '../../record/folder/verify-recording.ts'
import { thinkTurns } from './recorded-think-times.ts'
import { replayAnswers } from './replay-answers.ts'
import { LOAD_FILE, type ReplayFile } from './replay-file.ts'
import { type ReplayLoad, replayLoadOf } from './replay-load.ts'

/**
 * Writes what the lab's server is to replay of a recording into `file`; every body is compared with its checksum before.
 * Resolves to what has to be known of it to load the page.
 * @throws RecordingError where the recording is damaged
 */
export async function writeReplay(folder: string, file: string): Promise<ReplayLoad> {
  const recording = await verifyRecording(folder)
  const { answers } = replayAnswers(recording)
  const bodies = join(folder, BODIES)
  const page = recording.pageUrl
  const turns = thinkTurns(recording).length > 1 ? { loadFile: LOAD_FILE } : {}
  await writeFile(file, JSON.stringify({ page, bodies, ...turns, answers } satisfies ReplayFile))
  return replayLoadOf(recording)
}
