import { useEffect, useState } from 'react'
import type { OpenedShare, SharedItemRow } from '#contract/share.ts'
import { useTexts } from '#web/kernel/language.ts'
import { CallError } from '#web/kernel/transport.ts'
import { sizeText } from '../ledger/size-text.ts'
import { DOWNLOAD, saveFile, sharedItems, ZIP } from './guest-call.ts'
import { guestTexts as texts } from './guest-texts.ts'
import { ShownFile } from './ShownFile.tsx'

type Level = Awaited<ReturnType<typeof sharedItems>>

/** The files of a link: folders open, files are read on the page or taken away. */
export function SharedFiles({ shown }: { shown: OpenedShare }) {
  const t = useTexts(texts)
  const { ticket, mode } = shown
  const [folder, setFolder] = useState('')
  const [level, setLevel] = useState<Level>()
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState('')
  const [open, setOpen] = useState<SharedItemRow>()
  useEffect(() => {
    let current = true
    const look = async () => {
      try {
        const found = await sharedItems(ticket, folder)
        if (!current) return
        setLevel(found)
        setFault('')
      } catch (error) {
        if (current) setFault(error instanceof CallError ? error.message : String(error))
      }
    }
    void look()
    return () => {
      current = false
    }
  }, [ticket, folder])
  const save = async (id: string, path: string, file: { name: string; size: number }) => {
    setBusy(id)
    setFault('')
    try {
      await saveFile(path, path === ZIP ? { ticket, folderId: folder } : { ticket, id }, file)
    } catch (error) {
      setFault(error instanceof CallError ? error.message : String(error))
    } finally {
      setBusy('')
    }
  }
  if (!level) return fault ? <p role="alert">{fault}</p> : <output className="guest-quiet">{t('loading')}</output>
  const { path, items } = level
  const packs = mode === 'download' && !items.some((one) => one.kind === 'file' && one.size > 2 ** 31)
  const total = items.reduce((sum, { size }) => sum + size, 0)
  return (
    <section aria-label={t('files')}>
      <div className="guest-bar">
        <nav className="guest-path">
          {path.length > 1 &&
            path.map(({ id, name }, at) => (
              <button
                key={id}
                type="button"
                className="plain-button"
                disabled={at === path.length - 1}
                onClick={() => setFolder(id)}
              >
                {name}
              </button>
            ))}
          {path.length === 1 && folder !== '' && (
            <button type="button" className="plain-button" onClick={() => setFolder('')}>
              {t('top')}
            </button>
          )}
        </nav>
        {packs && items.length > 1 && (
          <button
            type="button"
            className="plain-button guest-all"
            disabled={busy !== ''}
            onClick={() =>
              void save('all', ZIP, { name: `${path.at(-1)?.name ?? shown.title ?? 'files'}.zip`, size: total })
            }
          >
            {t('downloadAll')}
          </button>
        )}
      </div>
      {fault && (
        <p role="alert" className="guest-fault">
          {fault}
        </p>
      )}
      {items.length === 0 && <p className="guest-quiet">{t('noFiles')}</p>}
      <ul className="guest-files">
        {items.map((one) => (
          <li key={one.id}>
            {one.kind === 'folder' ? (
              <button type="button" className="guest-folder" onClick={() => setFolder(one.id)}>
                <span aria-hidden>▸</span> {one.name}
              </button>
            ) : (
              <>
                <span className="guest-name">{one.name}</span>
                <span className="number guest-quiet">{sizeText(one.size)}</span>
                <span className="guest-acts">
                  {one.viewable && (
                    <button type="button" className="plain-button" onClick={() => setOpen(one)}>
                      {t('view')}
                    </button>
                  )}
                  {mode === 'download' && (
                    <button
                      type="button"
                      className="plain-button"
                      disabled={busy !== ''}
                      onClick={() => void save(one.id, DOWNLOAD, one)}
                    >
                      {busy === one.id ? t('loading') : t('download')}
                    </button>
                  )}
                  {mode === 'view' && !one.viewable && <span className="guest-quiet">{t('cannotShow')}</span>}
                </span>
              </>
            )}
          </li>
        ))}
      </ul>
      {open && <ShownFile ticket={ticket} item={open} onClose={() => setOpen(undefined)} />}
    </section>
  )
}
