import { paperPoints } from '../../figures/paper-points.ts'
import { paperStatements } from '../../figures/paper-statements.ts'
import { type Endpoint, noParams } from './endpoint.ts'
import { figureAnswer } from './figure-schema.ts'
import { formatQuery } from './requests.ts'

export const PAPER_ENDPOINTS = {
  paperStatements: {
    path: '/papers/statements',
    tag: 'lab',
    summary: paperStatements.description,
    params: noParams,
    query: formatQuery,
    answer: figureAnswer(paperStatements),
    csv: true,
    figure: paperStatements,
  },
  paperPoints: {
    path: '/papers/points',
    tag: 'lab',
    summary: paperPoints.description,
    params: noParams,
    query: formatQuery,
    answer: figureAnswer(paperPoints),
    csv: true,
    figure: paperPoints,
  },
} as const satisfies Readonly<Record<string, Endpoint>>
