import { Form, Input, Radio } from 'antd'
import { store, type Store } from '#contract/storage-care.ts'
import { useCommand } from '#web/kernel/api.ts'
import { useTexts } from '#web/kernel/language.ts'
import { say } from '#web/kernel/notices.ts'
import { FormDialog } from '#web/kit/FormDialog.tsx'
import { texts } from './texts.ts'

type Values = Pick<Store, 'name' | 'kind' | 'folder' | 'bucket' | 'endpoint' | 'region'> & {
  accessKeyId?: string
  secret?: string
}
const fresh: Values = { name: '', kind: 's3', folder: '', bucket: '', endpoint: '', region: '' }

/** Adds a store, or changes the name and the keys of one: its place stays. */
export function StoreForm({ of, folders, onClose }: { of?: Store; folders: readonly string[]; onClose: () => void }) {
  const t = useTexts(texts)
  const save = useCommand(store.submit, { quiet: true })
  const submit = async ({ secret, accessKeyId, ...values }: Values) => {
    const keys = secret ? { secret, accessKeyId: accessKeyId ?? '' } : {}
    await save.mutateAsync({ ...values, ...keys, ...(of && { id: of.id, version: of.version }) })
    say(t('saved'))
  }
  const initial = of ? { ...fresh, ...of, accessKeyId: '' } : fresh
  return (
    <FormDialog<Values>
      open
      place="drawer"
      title={t(of ? 'editStore' : 'newStore')}
      initial={initial}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item<Values>
        name="name"
        label={t('name')}
        rules={[{ required: true, whitespace: true, message: t('namePlease') }]}
      >
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item<Values> name="kind" label={t('kind')} {...(of && { extra: t('fixed') })}>
        <Radio.Group
          disabled={of !== undefined}
          options={[
            { value: 's3', label: t('s3') },
            { value: 'disk', label: t('disk') },
          ]}
        />
      </Form.Item>
      <Form.Item<Values> noStyle dependencies={['kind']}>
        {({ getFieldValue }) =>
          getFieldValue('kind') === 'disk' ? (
            <FolderFields fixed={of !== undefined} folders={folders} />
          ) : (
            <BucketFields fixed={of !== undefined} />
          )
        }
      </Form.Item>
    </FormDialog>
  )
}

function FolderFields({ fixed, folders }: { fixed: boolean; folders: readonly string[] }) {
  const t = useTexts(texts)
  const hint = folders.length ? t('folderHint', { folders: folders.join(' ') }) : t('folderNone')
  return (
    <Form.Item<Values>
      name="folder"
      label={t('folder')}
      extra={hint}
      rules={[{ required: true, whitespace: true, message: t('folderPlease') }]}
    >
      <Input maxLength={400} disabled={fixed} spellCheck={false} autoComplete="off" />
    </Form.Item>
  )
}

function BucketFields({ fixed }: { fixed: boolean }) {
  const t = useTexts(texts)
  return (
    <>
      <Form.Item<Values> name="endpoint" label={t('endpoint')} extra={t('endpointHint')}>
        <Input
          maxLength={300}
          disabled={fixed}
          placeholder="https://s3.example.com"
          spellCheck={false}
          autoComplete="off"
        />
      </Form.Item>
      <Form.Item<Values>
        name="bucket"
        label={t('bucket')}
        extra={t('bucketHint')}
        rules={[{ required: true, whitespace: true, message: t('bucketPlease') }]}
      >
        <Input maxLength={100} disabled={fixed} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values> name="region" label={t('region')}>
        <Input maxLength={60} disabled={fixed} placeholder="us-east-1" spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values>
        name="accessKeyId"
        label={t('accessKey')}
        rules={[{ required: !fixed, whitespace: true, message: t('accessKeyPlease') }]}
      >
        <Input maxLength={200} spellCheck={false} autoComplete="off" />
      </Form.Item>
      <Form.Item<Values>
        name="secret"
        label={t('secret')}
        {...(fixed && { extra: t('secretKept') })}
        rules={[{ required: !fixed, message: t('secretPlease') }]}
      >
        <Input.Password maxLength={400} autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
