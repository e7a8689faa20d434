import type { Text } from './texts.ts'

/** Refusals of the cloud disk. */
export const diskTexts = {
  diskName: { zh: '请输入名称', en: 'Enter a name' },
  diskNameEmpty: { zh: '名称不能为空', en: 'The name is empty' },
  diskNameDots: { zh: '名称不能是“.”或“..”', en: 'A name cannot be “.” or “..”' },
  diskNameSlash: { zh: '名称“{name}”不能含有斜杠 / 或 \\', en: 'The name “{name}” cannot contain / or \\' },
  diskNameControl: {
    zh: '名称“{name}”含有看不见的控制字符，请重新命名后再试',
    en: 'The name “{name}” contains control characters; rename it and try again',
  },
  diskNameTurning: {
    zh: '名称“{name}”含有改变文字方向或不可见的字符，可能伪装文件类型，请重新命名后再试',
    en: 'The name “{name}” contains characters that turn or hide text and may disguise the kind of file; rename it and try again',
  },
  diskNameForbidden: {
    zh: '名称“{name}”不能含有 : * ? " < > |',
    en: 'The name “{name}” cannot contain : * ? " < > |',
  },
  diskNameDevice: {
    zh: '“{name}”是 Windows 保留的设备名，请换一个名称',
    en: '“{name}” is a device name that Windows reserves; choose another',
  },
  diskNameEnds: { zh: '名称“{name}”不能以点结尾', en: 'The name “{name}” cannot end in a full stop' },
  diskNameBlank: {
    zh: '名称“{name}”的首尾不能有空格，请去掉后再试',
    en: 'The name “{name}” cannot begin or end in a blank; take it away and try again',
  },
  diskNameLong: {
    zh: '名称“{name}”太长：最多 {most} 字节（约 {most} 个英文字符或 85 个汉字）',
    en: 'The name “{name}” is too long: at most {most} bytes',
  },
  diskTooDeep: { zh: '文件夹层级太深，最多 {most} 层', en: 'Folders lie too deep: at most {most} levels' },
  diskNameTaken: { zh: '此处已有名为“{name}”的文件或文件夹', en: 'There is something called “{name}” here already' },
  diskNameFolder: {
    zh: '此处已有名为“{name}”的文件夹，请改名后再试',
    en: 'There is a folder called “{name}” here already; choose another name',
  },
  diskNameFile: {
    zh: '“{name}”是一个文件，不能放入内容',
    en: '“{name}” is a file; nothing can be put into it',
  },
  diskMayNot: {
    zh: '您在“{name}”没有此项权限，请联系管理该文件夹的人',
    en: 'You may not do this in “{name}”; ask whoever manages the folder',
  },
  diskOthersInside: {
    zh: '“{name}”里有其他人的文件，您只能处理自己上传的内容',
    en: '“{name}” holds files of others; you may only do this to your own',
  },
  diskClosedInside: {
    zh: '“{name}”里有您没有编辑权限的内容，不能整体移动或删除，请联系管理该文件夹的人',
    en: '“{name}” holds something you may not change, so it cannot be moved or removed whole; ask whoever manages the folder',
  },
  diskLocked: {
    zh: '“{name}”已被 {who} 锁定至 {until}，请等其解锁或请管理者强制解锁',
    en: '“{name}” is locked by {who} until {until}; wait, or have a manager unlock it',
  },
  diskLockFolder: { zh: '只能锁定文件', en: 'Only files can be locked' },
  diskNotLocked: { zh: '“{name}”没有被锁定', en: '“{name}” is not locked' },
  diskIntoItself: {
    zh: '不能把“{name}”移动或复制到它自己里面',
    en: '“{name}” cannot be moved or copied into itself',
  },
  diskTop: { zh: '空间的顶层不能这样处理', en: 'The top of a space cannot be changed this way' },
  diskNotFolder: { zh: '目标不是文件夹', en: 'The target is not a folder' },
  diskNotFile: { zh: '“{name}”不是文件', en: '“{name}” is not a file' },
  diskSpaceFull: {
    zh: '空间已满：共 {quota}，已用 {used}，还需要 {need}。请清理文件与回收站，或请管理员提高配额',
    en: 'The space is full: {used} of {quota} in use, {need} more needed. Remove files, empty the recycle bin, or have the quota raised',
  },
  diskTooMany: {
    zh: '内容太多：一次最多处理 {most} 个文件和文件夹，请分批进行',
    en: 'Too much at once: at most {most} files and folders; do it in parts',
  },
  diskHashWrong: {
    zh: '“{name}”传输后校验不一致，没有保存，请重新上传',
    en: '“{name}” did not arrive as it was sent and was not stored; upload it again',
  },
  diskUploadMetadata: { zh: '上传参数不正确：{field}', en: 'The upload says something wrong: {field}' },
  diskUploadGone: {
    zh: '此上传已取消或过期，请重新上传',
    en: 'This upload was cancelled or is too old; upload again',
  },
  diskPlaceGone: {
    zh: '“{name}”没有保存：目标文件夹已被删除，或您已没有权限，请选择其他文件夹重新上传',
    en: '“{name}” was not stored: its folder was deleted or is closed to you now; choose another and upload again',
  },
  diskVersionCurrent: { zh: '当前版本不能删除', en: 'The current version cannot be removed' },
  diskVersionPinned: {
    zh: '此版本已命名保留，请先清除名称',
    en: 'This version is kept by its name; clear the name first',
  },
  diskHeld: {
    zh: '“{name}”处于法定保留，不能彻底删除',
    en: '“{name}” is under legal hold and cannot be removed for good',
  },
  diskPurgeShared: {
    zh: '“{name}”在共用空间，只有该处的管理者可以彻底删除；到期后自动清除',
    en: '“{name}” lay in a shared space: only who manages that place can remove it for good; it goes by itself when its days are over',
  },
  diskHeirGone: {
    zh: '接收人不在职或已停用，请选择可以登录的同事',
    en: 'That colleague cannot sign in; choose one who can',
  },
  diskLeftFolder: { zh: '{name} 移交的文件', en: 'Files of {name}' },
  diskTags: { zh: '一个文件最多 {most} 个标签', en: 'At most {most} tags on one file' },
  diskNothing: { zh: '没有可以处理的文件', en: 'There is no file to work on' },
  diskSubject: {
    zh: '权限中的人员、角色或部门不存在',
    en: 'A rule names a person, role or department that does not exist',
  },
  diskZipDamaged: { zh: '“{name}”不是 ZIP 压缩包或已损坏', en: '“{name}” is no ZIP archive, or it is damaged' },
  diskZipBomb: {
    zh: '压缩包解开后过大或压缩比异常（{part}），为安全起见没有解压',
    en: 'The archive would unpack to too much or at a suspicious ratio ({part}); it was not unpacked',
  },
  diskZipMany: {
    zh: '压缩包内超过 {most} 个条目，没有解压',
    en: 'The archive holds more than {most} entries; it was not unpacked',
  },
  diskZipLeaves: {
    zh: '压缩包内的“{part}”试图写到目标文件夹之外，没有解压',
    en: '“{part}” in the archive tries to leave the target folder; nothing was unpacked',
  },
  diskZipEncrypted: { zh: '压缩包有密码，请先解密', en: 'The archive has a password; remove it first' },
  diskUnzipStopped: {
    zh: '解压到一半停止：{why}。压缩包内 {of} 项中，已有 {files} 个文件存入目标文件夹并保留，其余没有解压',
    en: 'Unpacking stopped half way: {why}. Of {of} entries {files} files are in the target folder and stay; the rest was not unpacked',
  },
  diskPacking: { zh: '正在打包 {file}', en: 'Packing {file}' },
  diskUnpacking: { zh: '正在解压 {file}', en: 'Unpacking {file}' },
  diskCopying: { zh: '已复制 {at} / {of}', en: 'Copied {at} of {of}' },
  diskReading: { zh: '正在读取 {file}', en: 'Reading {file}' },
  diskPaperKind: {
    zh: '只有 Excel 表格（xlsx、xls）可以作为底稿打开',
    en: 'Only spreadsheets (xlsx, xls) can be opened as a working paper',
  },
  diskUsageWhich: { zh: '请选择要查看用量的空间', en: 'Choose the space whose use is to be shown' },
  diskRestoreKind: {
    zh: '同名的是文件夹，不能作为新版本恢复',
    en: 'A folder has the name; it cannot come back as a version',
  },
} as const satisfies Record<string, Text>
