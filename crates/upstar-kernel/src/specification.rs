//! The kernel specification, by which Jupyter finds the kernel.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use jupyter_protocol::JupyterKernelspec;
use serde_json::json;

/// The folder of the specification, by which clients name the kernel.
const NAME: &str = "upstar";

/// Logo of the kernel in Jupyter.
const LOGO: &str = include_str!("logo.svg");

/// Place of the installation.
#[derive(Debug)]
pub(crate) enum Installation {
    /// The user.
    User,
    /// The environment of Python or conda that is active.
    Environment,
    /// An environment in this folder.
    Prefix(PathBuf),
}

impl Installation {
    /// The folder that Jupyter has for its data there.
    fn data(&self) -> Result<PathBuf, String> {
        let below = |prefix: &Path| prefix.join("share").join("jupyter");
        match self {
            Installation::Prefix(folder) => Ok(below(folder)),
            Installation::Environment => {
                let active = ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().find_map(env::var_os);
                active.map(|folder| below(Path::new(&folder))).ok_or_else(|| {
                    "no environment is active: activate one, or name its folder with `--prefix DIR`"
                        .to_owned()
                })
            }
            Installation::User => match env::var_os("JUPYTER_DATA_DIR") {
                Some(folder) => Ok(folder.into()),
                None => jupyter_zmq_client::user_data_dir().map_err(|error| error.to_string()),
            },
        }
    }

    fn folder(&self) -> Result<PathBuf, String> {
        Ok(self.data()?.join("kernels").join(NAME))
    }
}

/// Installs the kernel for Jupyter, and returns a report.
pub(crate) fn install(place: &Installation) -> Result<String, String> {
    let folder = place.folder()?;
    let program = env::current_exe().map_err(|error| error.to_string())?;
    write(&folder, &program)
        .map_err(|error| format!("`{}` cannot be written: {error}", folder.display()))?;
    Ok(format!(
        "the kernel is installed in {}\nnotebooks have it under the name Upstar; `jupyter lab` starts them \
         (`pip install jupyterlab`)",
        folder.display()
    ))
}

fn write(folder: &Path, program: &Path) -> io::Result<()> {
    let specification = JupyterKernelspec {
        argv: vec![
            program.to_string_lossy().into_owned(),
            "run".to_owned(),
            "{connection_file}".to_owned(),
        ],
        display_name: "Upstar".to_owned(),
        language: "upstar".to_owned(),
        metadata: Some([("debugger".to_owned(), json!(false))].into()),
        interrupt_mode: Some("message".to_owned()),
        env: Some([].into()),
    };
    fs::create_dir_all(folder)?;
    fs::write(folder.join("kernel.json"), serde_json::to_string_pretty(&specification)? + "\n")?;
    fs::write(folder.join("logo-svg.svg"), LOGO)
}

/// Uninstalls the kernel, and returns a report.
pub(crate) fn uninstall(place: &Installation) -> Result<String, String> {
    let folder = place.folder()?;
    if !folder.join("kernel.json").is_file() {
        return Err(format!("no kernel is installed in {}", folder.display()));
    }
    fs::remove_dir_all(&folder)
        .map_err(|error| format!("`{}` cannot be removed: {error}", folder.display()))?;
    Ok(format!("the kernel is removed from {}", folder.display()))
}
