"""Commands of the program, called from Python."""
import pytest
import sinew
from sinew import program


def test_check_and_diff(walk, samples):
    report = program.check(samples / 'walk.fbx')
    assert report['schema'] == 'sinew.check/1' and {'code', 'text'} <= set(report['files'][0]['findings'][0])
    assert program.diff(samples / 'walk.fbx', walk)['equal']
    different = program.diff(walk, walk.edit.reverse())  # a model that was edited has no file
    assert not different['equal'] and different['joints'] == len(walk.joints)


def test_info(walk):
    row = program.info(walk)['clips'][0]
    assert row['loop'] and row['duration_s'] == walk.clips[0].duration


def test_library(tmp_path, samples):
    (tmp_path / 'walk.fbx').write_bytes((samples / 'walk.fbx').read_bytes())
    program.run('library', 'update', str(tmp_path))
    assert any('walk' in str(row) for row in program.library('find', str(tmp_path), 'joints>=50')['clips'])


def test_render(walk):
    image = walk.render('--view', 'front', at=0.5, width=64, height=48)
    assert image[:8] == b'\x89PNG\r\n\x1a\n' and image._repr_png_() == image
    assert int.from_bytes(image[16:20]) == 64 and int.from_bytes(image[20:24]) == 48


def test_errors_of_the_program(walk, tmp_path):
    for call in (lambda: walk.render(clip='swim'), lambda: program.run('tree', str(tmp_path / 'nothing.fbx')), lambda: program.library('fly')):
        with pytest.raises(sinew.Error) as caught:
            call()
        assert caught.value.message and not caught.value.message.startswith('sinew:')
    with pytest.raises(sinew.Error) as caught:
        program.diff(walk, tmp_path / 'nothing.fbx')
    assert caught.value.code == 'not-found'


@pytest.mark.parametrize('chosen', ['', '/nowhere/sinew'])
def test_a_missing_program_says_what_to_install(walk, monkeypatch, chosen):
    monkeypatch.setenv('SINEW_PROGRAM', chosen)
    monkeypatch.setenv('PATH', '/nowhere')
    for call in (walk.render, walk.page, lambda: program.check(walk), lambda: program.diff(walk, walk), lambda: program.library('find', '.')):
        with pytest.raises(sinew.ProgramMissing, match='./dev install'):
            call()


def test_pages_are_shown_on_request():
    page = sinew.Page('<p title="a">b & c</p>')
    assert page._repr_html_() is None
    assert 'srcdoc="<p title=&quot;a&quot;>b &amp; c</p>"' in page.show()._repr_html_()


def test_page(walk):
    try:
        page = walk.page()
    except sinew.Error as error:  # a build without the WebAssembly module says so
        assert 'page' in error.message
    else:
        assert page.lstrip().lower().startswith('<!doctype html')
