import { utcDay } from '../../model/utc-day.ts'
import { answerReads } from '../../web/har/worker-reader.ts'
import { importContributable } from './contributable-har.ts'

answerReads((bytes) => importContributable(bytes, utcDay(Date.now())))
