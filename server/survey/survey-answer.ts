import { basename } from 'node:path'
import type { ListRow } from '../../db/survey/lists.ts'
import type { SurveyRow } from '../../db/survey/surveys.ts'
import type { Survey } from '../contract/contract.ts'

/** Gives a file's name alone: where it lies on the machine is nobody's business. */
export function listAnswer({ source, ...list }: ListRow): Survey['list'] {
  return { ...list, source: /^https?:\/\//.test(source) ? source : basename(source) }
}

export function surveyAnswer({ list, operations, options, versions, ...survey }: SurveyRow): Survey {
  return {
    ...survey,
    list: listAnswer(list),
    operations: [...operations],
    options: { ...options } as Survey['options'],
    versions: { ...versions },
  }
}

/** Names what a survey says something about: surveys of one name belong to one line of a trend. */
export function populationName({ list, options }: Pick<SurveyRow, 'list' | 'options'>): string {
  const name = list.trancoId === null ? listAnswer(list).source : 'Tranco'
  return 'top' in options && typeof options.top === 'number' ? `${name}, first ${options.top}` : name
}
