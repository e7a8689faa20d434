import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Drawer } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { file } from '#contract/file.ts'
import { type KnowledgeChunk, knowledgeChunk } from '#contract/knowledge-chunk.ts'
import { download, query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { complain } from '#web/kernel/notices.ts'
import { StateView } from '#web/kit/StateView.tsx'
import { useAnchorText } from './anchor-text.ts'
import { placeInFile } from './place-in-file.ts'
import { texts } from './texts.ts'
import './knowledge.css'

const fetched = (id: string, name: string) =>
  void download(file.download, { id }, name).catch((fault: unknown) => complain(fault))

/** Where a citation leads: the document around the cited chunk, which is marked, and the original. */
export function PlaceDrawer({ chunkId, onClose }: { chunkId: string; onClose: () => void }) {
  const t = useTexts(texts)
  const open = chunkId !== ''
  const place = useQuery({ ...query(knowledgeChunk.place, { chunkId }), enabled: open })
  return (
    <Drawer open={open} title={place.data?.documentName ?? t('place')} onClose={onClose} size={640} destroyOnHidden>
      {open && (
        <StateView of={place}>
          {(found) => (
            <>
              <div className="kb-place-head">
                <span className="second">{t('placeVersion', { base: found.baseName, no: found.versionNo })}</span>
                {found.fileId !== '' && (
                  <>
                    <Link
                      to={placeInFile(
                        { fileId: found.fileId, name: found.fileName },
                        found.chunks.find((chunk) => chunk.id === chunkId),
                      )}
                    >
                      {t('viewOriginal')}
                    </Link>
                    <Button size="small" onClick={() => fetched(found.fileId, found.fileName)}>
                      {t('download')}
                    </Button>
                  </>
                )}
              </div>
              {found.superseded && <Alert type="warning" title={t('oldVersion')} />}
              <ol className="kb-place">
                {found.chunks.map((chunk) => (
                  <PlaceChunk key={chunk.id} of={chunk} cited={chunk.id === chunkId} />
                ))}
              </ol>
            </>
          )}
        </StateView>
      )}
    </Drawer>
  )
}

function PlaceChunk({ of: chunk, cited }: { of: KnowledgeChunk; cited: boolean }) {
  const t = useTexts(texts)
  const anchorText = useAnchorText()
  const here = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (cited) here.current?.scrollIntoView({ block: 'center' })
  }, [cited])
  return (
    <li ref={here} data-cited={cited || undefined} {...(cited && { 'aria-current': 'location' as const })}>
      <span className="third">
        {cited && <strong>{`${t('cited')} · `}</strong>}
        {anchorText(chunk.anchor)}
        {chunk.edited && ` · ${t('edited')}`}
      </span>
      <p className="kb-text">{chunk.original}</p>
    </li>
  )
}
