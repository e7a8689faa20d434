import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type ViewedFile, viewer, type ZipEntry } from '#contract/viewer.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { scrollsByKeyboard } from '#web/kit/scrolls-by-keyboard.ts'
import { StatusTag } from '#web/kit/StatusTag.tsx'
import { Empty } from '#web/kit/StateView.tsx'
import { sizeText } from '../ledger/size-text.ts'
import { Coming } from './Coming.tsx'
import { canOpen, entryName, entryPath, isTooLarge } from './entry-path.ts'
import { numbered } from './numbered.ts'
import { texts } from './texts.ts'

/** What an archive holds; a name leads to that file alone. */
export function ZipPane({ file }: { file: ViewedFile }) {
  const t = useTexts(texts)
  const found = useQuery({ ...query(viewer.entries, { fileId: file.fileId }), staleTime: Infinity, retry: false })
  return (
    <Coming of={found}>
      {({ entries, total, unpacked }) =>
        entries.length === 0 ? (
          <Empty says={t('noEntries')} />
        ) : (
          <>
            <p className="view-bar second">
              {t('zipSays', { total, size: sizeText(unpacked) })}
              {entries.length < total && ` ${t('zipShown', { shown: entries.length })}`}
            </p>
            <section ref={scrollsByKeyboard} className="view-scroll" aria-label={t('document')}>
              <Entries of={entries} archive={file.fileId} />
            </section>
          </>
        )
      }
    </Coming>
  )
}

function Entries({ of: entries, archive }: { of: readonly ZipEntry[]; archive: string }) {
  const t = useTexts(texts)
  return (
    <table className="view-entries">
      <thead>
        <tr>
          <th scope="col">{t('entryName')}</th>
          <th scope="col" className="number">
            {t('entrySize')}
          </th>
          <th scope="col">{t('entryTime')}</th>
        </tr>
      </thead>
      <tbody>
        {numbered(entries).map(({ at, of: entry }) => (
          <tr key={at}>
            <td>
              {canOpen(entry) ? (
                <Link to={entryPath(archive, at, entryName(entry))} aria-label={t('openEntry', { name: entry.name })}>
                  {entry.name}
                </Link>
              ) : (
                entry.name
              )}{' '}
              {isTooLarge(entry) && <StatusTag tone="plain">{t('tooLargeEntry')}</StatusTag>}
              {entry.encrypted && <StatusTag tone="waiting">{t('encrypted')}</StatusTag>}
              {entry.unsafe && <StatusTag tone="bad">{t('unsafe')}</StatusTag>}
            </td>
            <td className="number">{entry.folder ? '' : sizeText(entry.size)}</td>
            <td>{entry.time}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
