import { BEFORE_PATH } from '../../model/without-paths.ts'

/**
 * SQL, of both dialects, for the words of a program as they may be published: `…` in place of words that name a path.
 * Older versions recorded such words, newer ones cut them by `withoutPaths` of model/.
 */
export function publishedWords(sql: string): string {
  // `://` begins no path, but the third slash of `:///` does.
  const bare = `replace(${sql}, '://', ' ')`
  const beginnings = ['/', '~/', ...BEFORE_PATH.map((mark) => `%${mark.replaceAll("'", "''")}/`)]
  const namesPath = beginnings.map((beginning) => `${bare} LIKE '${beginning}_%'`).join(' OR ')
  const isUrl = `${sql} LIKE 'http%://%' AND ${sql} NOT LIKE '% %'`
  return `CASE WHEN NOT (${isUrl}) AND (${namesPath}) THEN '…' ELSE ${sql} END`
}
