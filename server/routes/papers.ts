import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PaperPoints } from '../../figures/paper-points.ts'
import type { PaperStatements } from '../../figures/paper-statements.ts'
import type { Handler } from '../request/handler.ts'

/** Folder of the samples that ship with towline, and what `towline papers report` computes of them; a test computes it again. */
export const RESULTS = join(import.meta.dirname, '../../papers/results')

let statements: Promise<PaperStatements> | null = null
let points: Promise<PaperPoints> | null = null

/** It ships with the program and never changes while this runs. */
async function readOnce<T>(known: Promise<T> | null, name: string): Promise<T> {
  return await (known ?? readFile(join(RESULTS, name), 'utf8').then((text) => JSON.parse(text) as T))
}

export const paperStatements: Handler<'paperStatements'> = async () => {
  statements = readOnce(statements, 'statements.json')
  return { answer: await statements }
}

export const paperPoints: Handler<'paperPoints'> = async () => {
  points = readOnce(points, 'points.json')
  return { answer: await points }
}
