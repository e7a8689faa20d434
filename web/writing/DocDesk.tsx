import { useQuery } from '@tanstack/react-query'
import { Alert, Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { writing, type WritingOpened } from '#contract/writing.ts'
import { query } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { useSession } from '#web/kernel/session.ts'
import { useTabOwned } from '#web/kernel/tab.ts'
import { CallError } from '#web/kernel/transport.ts'
import { useConfirmDanger } from '#web/kit/ConfirmDanger.ts'
import { Page } from '#web/kit/PageTitle.tsx'
import { StatusTag, type Tone } from '#web/kit/StatusTag.tsx'
import { AsidePane, type AsideTab } from './AsidePane.tsx'
import type { SaveState } from './autosave.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { DocActions } from './DocActions.tsx'
import { DocFoot } from './DocFoot.tsx'
import { ownEditor } from './editor.ts'
import { texts as editorTexts } from './editor-texts.ts'
import { EditorPaper } from './EditorPaper.tsx'
import { fillFields, filledFrame } from './fill-fields.ts'
import { FigureCard } from './FigureCard.tsx'
import { FigureDialog } from './FigureDialog.tsx'
import { FindBar } from './FindBar.tsx'
import { OutlinePane } from './OutlinePane.tsx'
import { PageDialog } from './PageDialog.tsx'
import { PeopleBar } from './PeopleBar.tsx'
import { isPicture, storePicture } from './pictures.ts'
import type { Quoted } from './CommentPane.tsx'
import { useSuggestions } from './SuggestionPane.tsx'
import { texts } from './texts.ts'
import { Toolbar } from './Toolbar.tsx'
import { useDocKeys } from './use-doc-keys.ts'
import { useFigures } from './use-figures.ts'
import { useOpenDoc } from './use-open-doc.ts'
import { usePrint } from './use-print.ts'

const tones: Record<SaveState, Tone> = {
  saved: 'good',
  saving: 'active',
  offline: 'waiting',
  stale: 'bad',
  refused: 'bad',
}
type DocDeskProps = { opened: WritingOpened; reload: () => Promise<unknown> }

/** A document on its desk: tools above, outline and side pane beside the sheet. */
export function DocDesk({ opened, reload }: DocDeskProps) {
  const t = useTexts(texts)
  const word = useTexts(editorTexts)
  const confirm = useConfirmDanger()
  const me = useSession(({ userId }) => userId)
  const name = useSession(({ realName, account }) => realName || account)
  const owned = useTabOwned(`writing ${opened.id}`, ownEditor)
  const { editor } = owned
  const doc = useOpenDoc(opened, owned, reload)
  const suggestions = useSuggestions(editor)
  const figures = useFigures(editor, opened.projectId)
  const fields = useQuery(query(writing.fields, { projectId: opened.projectId }))
  const fieldValues = new Map((fields.data ?? []).map((field) => [field.name as string, field.value]))
  const [finding, find] = useState(false)
  const [dialog, setDialog] = useState<'figure' | 'page'>()
  const [aside, setAside] = useState<AsideTab | undefined>(opened.kind === 'content' ? 'assist' : undefined)
  const [outline, setOutline] = useState(true)
  const [quoted, setQuoted] = useState<Quoted>()
  const { save, readOnly } = doc
  const print = usePrint(owned, { title: opened.title, pending: suggestions.length })
  useDocKeys(editor, {
    onSave: () => void doc.flush(),
    onFind: () => find(true),
    onPrint: () => void print(),
    onComment: () => setAside('comments'),
  })
  const fill = () => {
    const count = fillFields(editor, fieldValues)
    doc.setFrame(filledFrame(doc.frame, fieldValues))
    say(t('filled', { count }))
  }

  const addPictures = useEffectEvent(async (pictures: File[]) => {
    if (pictures.some((picture) => !isPicture(picture))) say(word('pictureKinds'))
    for (const picture of pictures.filter(isPicture)) {
      const stored = await storePicture(opened.id, picture)
      if ('why' in stored) say(word('pictureFailed', { why: stored.why }))
      else
        editor
          .chain()
          .focus()
          .insertContent({ type: 'image', attrs: { fileId: stored.fileId, alt: picture.name } })
          .run()
    }
  })
  useEffect(() => owned.onPictures((pictures) => void addPictures(pictures)), [owned])
  const quote = () => {
    const { from, to } = editor.state.selection
    const words = editor.state.doc.textBetween(from, to, ' ').trim()
    if (words === '') return
    setQuoted({ from, to, quote: words })
    setAside('comments')
  }
  const discard = async () => {
    if (await confirm({ says: t('discardAsk'), ok: t('discard') })) await doc.discard()
  }
  const refusal = save.state === 'refused' && save.fault instanceof CallError ? save.fault.message : ''
  const stateText = save.state === 'saved' && save.at !== '' ? t('savedAt', { time: save.at }) : t(save.state)
  return (
    <Page
      fill
      title={opened.title}
      state={
        readOnly && save.state === 'saved' ? (
          <StatusTag tone="plain">{t('readOnly')}</StatusTag>
        ) : (
          <StatusTag tone={tones[save.state]}>{stateText}</StatusTag>
        )
      }
      action={
        <DocActions
          {...{ opened, owned, flush: doc.flush, reload, readOnly }}
          onFields={fill}
          onPrint={() => void print()}
          onPage={() => setDialog('page')}
        />
      }
    >
      <div className="wr-desk">
        <PeopleBar {...{ editable: opened.editable, mayForce: opened.mayForce, lease: doc.lease, act: doc.act }} />
        {doc.waits && <Alert type="info" showIcon title={t('waits')} />}
        {refusal !== '' && (
          <Alert
            type="warning"
            showIcon
            title={refusal}
            action={
              <Button size="small" danger onClick={() => void discard()}>
                {t('discard')}
              </Button>
            }
          />
        )}
        {opened.notes.length > 0 && opened.rev <= 1 && (
          <Alert
            type="info"
            closable
            title={t('notes')}
            description={
              <ul>
                {opened.notes.map((note) => (
                  <li key={note}>{note}</li>
                ))}
              </ul>
            }
          />
        )}
        {!readOnly && (
          <Toolbar
            {...{ editor, fieldValues }}
            me={{ by: me, name }}
            onFind={() => find(true)}
            onPictures={(pictures) => void addPictures(pictures)}
            onFigure={() => setDialog('figure')}
            onComment={quote}
          />
        )}
        {finding && <FindBar editor={editor} onClose={() => find(false)} />}
        <div className="wr-panes">
          {outline && <OutlinePane editor={editor} />}
          <div className="wr-scroll">
            <EditorPaper {...{ owned, frame: doc.frame, readOnly }} onFrame={() => setDialog('page')} />
          </div>
          <AsidePane
            tab={aside}
            onTab={setAside}
            {...{ editor, opened, suggestions, readOnly, quoted }}
            onQuoted={setQuoted}
          />
        </div>
        <DocFoot
          {...{ editor, figures, readOnly, outline }}
          aside={aside !== undefined}
          onOutline={() => setOutline(!outline)}
          onAside={() => setAside(aside === undefined ? 'changes' : undefined)}
        />
      </div>
      <FigureCard editor={editor} figures={figures} editable={!readOnly} />
      {dialog === 'figure' && (
        <FigureDialog
          editor={editor}
          projectId={opened.projectId}
          projectName={opened.projectName}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'page' && (
        <PageDialog
          {...{ frame: doc.frame, fieldValues }}
          onApply={doc.setFrame}
          onClose={() => setDialog(undefined)}
        />
      )}
      <ConflictDialog
        merged={doc.conflict?.merged}
        onMerge={async (blocks) => {
          if (doc.conflict) await doc.settle(doc.conflict, blocks)
        }}
      />
    </Page>
  )
}
