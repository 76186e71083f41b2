import { importFile } from './imported-file.ts'
import { answerReads } from './worker-reader.ts'

answerReads(importFile)
