import {
  BankOutlined,
  BookOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FileMarkdownOutlined,
  FileOutlined,
  FilePdfOutlined,
  FilePptOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
  FolderFilled,
  ProjectOutlined,
  ShopOutlined,
  SoundOutlined,
  UserOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { SpaceType } from '#contract/disk-shapes.ts'
import './disk.css'

const byKind: readonly (readonly [Icon: ComponentType, hue: string, exts: string])[] = [
  [FileExcelOutlined, 'sheet', 'xls xlsx xlsm xlsb et ods csv tsv'],
  [FileWordOutlined, 'word', 'doc docx wps odt rtf'],
  [FilePptOutlined, 'slides', 'ppt pptx dps odp'],
  [FilePdfOutlined, 'page', 'pdf ofd'],
  [FileImageOutlined, 'picture', 'png jpg jpeg gif webp bmp tif tiff svg heic'],
  [FileZipOutlined, 'pack', 'zip rar 7z tar gz tgz'],
  [FileMarkdownOutlined, 'text', 'md markdown'],
  [FileTextOutlined, 'text', 'txt log json xml html htm'],
  [SoundOutlined, 'media', 'mp3 wav m4a flac ogg'],
  [VideoCameraOutlined, 'media', 'mp4 mov avi mkv webm'],
]
const known = new Map(
  byKind.flatMap(([Icon, hue, exts]) => exts.split(' ').map((ext) => [ext, { Icon, hue }] as const)),
)

const spaces: Record<SpaceType, ComponentType> = {
  firm: BankOutlined,
  user: UserOutlined,
  enterprise: ShopOutlined,
  project: ProjectOutlined,
  course: BookOutlined,
}

type IconProps = { kind: 'file' | 'folder'; ext: string } | { space: SpaceType }

/** What a thing of the disk is, at a glance; its name says it, too. */
export function NodeIcon(props: IconProps) {
  if ('space' in props) {
    const Icon = spaces[props.space]
    return (
      <span className="disk-icon" aria-hidden>
        <Icon />
      </span>
    )
  }
  const { Icon, hue } =
    props.kind === 'folder'
      ? { Icon: FolderFilled, hue: 'folder' }
      : (known.get(props.ext) ?? { Icon: FileOutlined, hue: '' })
  return (
    <span className="disk-icon" data-hue={hue || undefined} aria-hidden>
      <Icon />
    </span>
  )
}
